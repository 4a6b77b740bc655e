import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The built page, or another file of the app, read again when it has changed. */
export function builtPage(dir: string, file = 'index.html'): () => Promise<string> {
  let kept: { at: number; text: string } | undefined
  return async () => {
    const path = join(dir, file)
    const at = (await stat(path)).mtimeMs
    if (kept?.at !== at) kept = { at, text: await readFile(path, 'utf8') }
    return kept.text
  }
}
