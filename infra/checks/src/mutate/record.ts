import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { read } from '../files.ts'
import { tableOf, withTable } from '../rules-table.ts'
import type { Judged } from './deciders.ts'

const recordSchema = z.record(
  z.string(),
  z.object({ code: z.string(), killed: z.int(), all: z.int(), percent: z.number(), date: z.iso.date() }),
)
/** What was last seen of each folder of deciders, and of which code. */
export type MutateRecord = z.infer<typeof recordSchema>

const FILE = 'docs/mutations.json'
const PAGE = 'docs/mutations.md'

/** Of the deciders and their tests: a folder is judged again once it is another. */
export async function codeOf(root: string, { sources, tests }: Judged): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [...sources, ...tests]) hash.update(path).update(await read(root, path))
  return hash.digest('hex').slice(0, 16)
}

export const readRecord = async (root: string): Promise<MutateRecord> =>
  recordSchema.parse(JSON.parse(await readFile(join(root, FILE), 'utf8').catch(() => '{}')))

/** Writes the record, and the table of its page. */
export async function writeRecord(root: string, record: MutateRecord): Promise<void> {
  const sorted = Object.entries(record).sort(([a], [b]) => a.localeCompare(b))
  const rows = sorted.map(([name, { killed, all, percent, date }]) => [
    `\`${name}\``,
    `${killed} of ${all}`,
    `${percent.toFixed(1)}%`,
    date,
  ])
  const table = tableOf(['Folder', 'Killed', 'Score', 'Judged on'], rows)
  const page = withTable(await read(root, PAGE), table, 'mutants')
  if (page === undefined) throw new Error(`${PAGE} has no place for the table of mutants`)
  await writeFile(join(root, FILE), `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
  await writeFile(join(root, PAGE), page)
}
