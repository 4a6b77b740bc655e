import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { z } from 'zod'

const lineSchema = z.object({
  what: z.string(),
  ours: z.number(),
  unit: z.string(),
  yardstick: z.object({ what: z.string(), figure: z.number() }).optional(),
  bar: z.object({ says: z.string(), reached: z.boolean() }).optional(),
})

const resultSchema = z.object({
  date: z.iso.date(),
  commit: z.string(),
  seconds: z.number(),
  machine: z.record(z.string(), z.string()),
  lines: z.array(lineSchema),
})
/** What each bench has printed last, with the machine and the versions. */
const resultsSchema = z.record(z.string(), resultSchema)
export type Results = z.infer<typeof resultsSchema>

const file = join(root, 'docs/benchmarks.json')

export async function readResults(): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return resultsSchema.parse(JSON.parse(text))
}

export async function writeResults(results: Results): Promise<void> {
  await writeFile(`${file}.next`, `${JSON.stringify(results, undefined, 2)}\n`)
  await rename(`${file}.next`, file)
}
