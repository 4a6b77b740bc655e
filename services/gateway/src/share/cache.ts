import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** About 130 kB each. */
const MOST_KEPT = 2_000
const SWEEP_EVERY = 100

/** Files by the name of their content, in a folder that never grows beyond a bound; what is lost is made again. */
export type ImageCache = {
  /** @returns the file, made and kept if it isn't there; of calls at once one makes it */
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer>
}

async function sweep(dir: string, most: number): Promise<void> {
  const names = await readdir(dir)
  if (names.length <= most) return
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(dir, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  )
  const oldest = files.sort((a, b) => a.at - b.at).slice(0, names.length - most)
  await Promise.all(oldest.map(({ name }) => rm(join(dir, name), { force: true })))
}

export function openImageCache(dir: string, most = MOST_KEPT): ImageCache {
  const making = new Map<string, Promise<Buffer>>()
  let written = 0

  /** A full or missing disk costs the cache, not the answer. */
  async function keep(name: string, bytes: Buffer): Promise<void> {
    await mkdir(dir, { recursive: true })
    const unfinished = join(dir, `${name}.${randomUUID()}`)
    await writeFile(unfinished, bytes)
    await rename(unfinished, join(dir, name))
    written += 1
    if (written % SWEEP_EVERY === 1) await sweep(dir, most)
  }

  async function find(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = await readFile(join(dir, name)).catch(() => undefined)
    if (kept) return kept
    const made = await make()
    await keep(name, made).catch(() => undefined)
    return made
  }

  return {
    get(name, make) {
      const known = making.get(name)
      if (known) return known
      const made = find(name, make).finally(() => making.delete(name))
      making.set(name, made)
      return made
    },
  }
}
