import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '@talad/dev/config'
import { z } from 'zod'
import type { Mutant } from './proof.ts'

const editSchema = z.object({ url: z.url(), find: z.string(), replace: z.string() })

/** The options of Node that put a fault into a program and all that it starts. */
export function nodeOptionsFor(mutant: Mutant | undefined): string | undefined {
  if (mutant?.edit === undefined) return undefined
  const { file, find, replace } = mutant.edit
  const edit = { url: pathToFileURL(join(root, file)).href, find, replace }
  const hook = new URL('./mutant-hook.ts', import.meta.url)
  hook.searchParams.set('mutant', Buffer.from(JSON.stringify(edit)).toString('base64url'))
  return `--import=${hook.href}`
}

/** The fault that the hook was loaded with. */
export function mutantOf(hookUrl: string): z.infer<typeof editSchema> {
  const text = new URL(hookUrl).searchParams.get('mutant') ?? ''
  return editSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
}
