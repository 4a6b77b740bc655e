import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const holderSchema = z.object({ pid: z.int(), gateway: z.string() })

/** A folder that belongs to this process alone. */
export type Lock = {
  /** Tells others where the holder is to be found. */
  announce(gateway: string): Promise<void>
  release(): void
}

/** Another process has the folder. */
export class FolderTaken extends Error {}

/**
 * Takes a data folder for this process. The lock is the kernel's, by way of SQLite: it ends with the process, however
 * that one ends, so there is nothing stale to judge, and a process id that is in use again can't mislead.
 * @param folder must exist
 * @throws FolderTaken naming the holder's process and address
 */
export async function takeFolder(folder: string): Promise<Lock> {
  const about = join(folder, 'lock.json')
  const announce = (gateway: string) =>
    writeFile(about, `${JSON.stringify({ pid: process.pid, gateway })}\n`, { mode: 0o600 })
  const database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    database.exec('pragma journal_mode = off; begin exclusive')
  } catch (cause) {
    database.close()
    throw new FolderTaken(await describeHolder(folder, about), { cause })
  }
  await announce('')
  return { announce, release: () => database.close() }
}

async function describeHolder(folder: string, about: string): Promise<string> {
  const text = await readFile(about, 'utf8').catch(() => '{}')
  const holder = holderSchema.safeParse(parseJson(text))
  const who = holder.success ? `process ${holder.data.pid}` : 'another process'
  const where = holder.success && holder.data.gateway !== '' ? ` at ${holder.data.gateway}` : ''
  return [
    `Talad is running on this data folder already: ${who}${where} (${folder}).`,
    'Use that one, or stop it with Ctrl-C, or start another beside it: npm start -- --data <other folder>',
  ].join('\n')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
