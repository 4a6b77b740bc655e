import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const texts = z.record(z.string(), z.string())
const exampleShape = z.strictObject({
  params: texts.optional(),
  query: texts.optional(),
  /** JSON, or the fields of a form */
  body: z.unknown().optional(),
  /** absent where the answer is no JSON */
  answer: z.unknown().optional(),
  /** where the browser is sent on to */
  location: z.string().optional(),
})
/** One call as it was sent, and what came back. */
export type Example = z.infer<typeof exampleShape>
/** By the names of calls. */
export type Examples = Readonly<Record<string, Example>>

/** Made anew by `npm run examples -- --write`. */
export const examplesFile = join(import.meta.dirname, 'examples.json')

export async function readExamples(): Promise<Examples> {
  return z.record(z.string(), exampleShape).parse(JSON.parse(await readFile(examplesFile, 'utf8')))
}
