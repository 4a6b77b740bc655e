import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const COMPRESSED = /\.(br|gz)$/

/**
 * The files of the built web app, as paths relative to its folder, with forward slashes: only these are ever sent. The
 * program that draws first pages is for us alone.
 * @returns undefined when it is not built
 */
export async function webFiles(dir: string): Promise<ReadonlySet<string> | undefined> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.startsWith('server/'))
  return files.includes('index.html') ? new Set(files) : undefined
}
