import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { collectionTerms as terms } from '@talad/proto/http/campaign/virtual-shapes'
import { z } from 'zod'
import { fromPayloadDraft, type PayloadDraft, toPayloadDraft } from '../payload/draft.ts'
import { type Faults, faultsOf } from '../payload/faults.ts'

/** What is said of a collection or an item, as it stands in the fields. */
export type VirtualDraft = {
  name: string
  slug: string
  description: string
  /** with commas between them */
  tags: string
  limit: string
  payload: PayloadDraft
}

const { name, slug, description, tags, mint_limit } = terms
const schema = z.object({
  name,
  slug,
  description: description.unwrap(),
  tags: tags.unwrap(),
  mint_limit: mint_limit.unwrap(),
})
export type VirtualTerms = z.output<typeof schema> & { payload: Record<string, unknown> | null }

const EMPTY = { name: '', slug: '', description: '', tags: [], mint_limit: null, payload: null }

export function toVirtualDraft(row: VirtualTerms = EMPTY): VirtualDraft {
  return {
    name: row.name,
    slug: row.slug,
    description: row.description,
    tags: row.tags.join(', '),
    limit: row.mint_limit === null ? '' : String(row.mint_limit),
    payload: toPayloadDraft(row.payload),
  }
}

const written = ({ name, slug, description, tags, limit }: VirtualDraft) => ({
  name,
  slug,
  description,
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
  mint_limit: limit.trim() === '' ? null : Number(limit.trim()),
})

/** Everything that is said, for people to compare. */
export const comparable = (draft: VirtualDraft): object => ({
  ...written(draft),
  payload: fromPayloadDraft(draft.payload) ?? {},
})

/** What was typed, by the contract's own rules; or what is wrong: names of fields, and paths in the payload. */
export function readVirtual(
  draft: VirtualDraft,
  inherited: Payload | undefined,
): { terms: VirtualTerms } | { wrong: ReadonlySet<string>; faults: Faults } {
  const read = schema.safeParse(written(draft))
  const faults = faultsOf(draft.payload, inherited)
  if (read.success && faults.size === 0)
    return { terms: { ...read.data, payload: fromPayloadDraft(draft.payload) } }
  return { wrong: new Set(read.error?.issues.map(({ path }) => String(path[0]))), faults }
}
