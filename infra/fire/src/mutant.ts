import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
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

/**
 * @throws Error when the place of a fault is gone, or what it makes is no program: a run that ends for that reason would
 * pass for a fault found
 */
export async function checkPlace({ name, edit }: Mutant): Promise<void> {
  if (edit === undefined) return
  const source = await readFile(join(root, edit.file), 'utf8')
  if (!source.includes(edit.find))
    throw new Error(`the fault ${name} has no place: ${edit.file} has no ${edit.find}`)
  if (edit.file.endsWith('.ts')) stripTypeScriptTypes(source.replace(edit.find, () => edit.replace))
}

/** The fault that the hook was loaded with. */
export function mutantOf(hookUrl: string): z.infer<typeof editSchema> {
  const text = new URL(hookUrl).searchParams.get('mutant') ?? ''
  return editSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
}
