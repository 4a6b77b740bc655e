import { checkNames } from '@talad/proto/http/campaign/payload/check'
import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { ResponseError } from '@talad/proto/http/client'
import { z } from 'zod'
import { fromPayloadDraft, type PayloadDraft } from './draft.ts'

/** What is wrong, by its path in the payload: `attributes.power.value`. */
export type Faults = ReadonlyMap<string, string>

const TWICE = 'must not be named twice'

function namedTwice(module: string, rows: readonly { name: string }[] = []): [string, string][] {
  const names = rows.map(({ name }) => name)
  return names.filter((name, at) => names.indexOf(name) !== at).map((name) => [`${module}.${name}`, TWICE])
}

/**
 * What the server would say of a draft, before it is sent: by the same modules.
 * @param inherited of the collection, for an item (CA-59)
 */
export function faultsOf(draft: PayloadDraft, inherited: Payload | undefined): Faults {
  const payload = fromPayloadDraft(draft)
  const found = payload ? checkNames(payload, inherited).errors : []
  return new Map([
    ...found.map(({ path, message }): [string, string] => [path, message]),
    ...namedTwice('assets', draft.assets),
    ...namedTwice('attributes', draft.attributes),
  ])
}

const refusal = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) })

/** What a refusal of the server says of the payload, path by path. */
export function refusedFaults(error: unknown): Faults {
  if (!(error instanceof ResponseError) || error.code !== 'payload_invalid') return new Map()
  const read = refusal.safeParse(error.problem?.details)
  return new Map((read.data?.errors ?? []).map(({ path, message }) => [path, message]))
}

/** The faults of one module, by their paths. */
export const within = (faults: Faults, module: string): [string, string][] =>
  [...faults].filter(([path]) => path === module || path.startsWith(`${module}.`))
