import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { z } from 'zod'

const rowSchema = z.object({
  size: z.int(),
  seed: z.int(),
  holds: z.boolean(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  seconds: z.number(),
  date: z.iso.date(),
  /** of the code that it ran on */
  commit: z.string(),
})
const recordSchema = z.record(z.string(), rowSchema)
/** What was seen of each proof: its last recorded run. */
export type Record = z.infer<typeof recordSchema>

const file = join(root, 'docs/proofs.json')

export async function readRecord(): Promise<Record> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return recordSchema.parse(JSON.parse(text))
}

export async function writeRecord(record: Record): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(record).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })),
  )
  await writeFile(`${file}.next`, `${JSON.stringify(sorted, undefined, 2)}\n`)
  await rename(`${file}.next`, file)
}
