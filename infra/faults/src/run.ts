import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '@talad/dev/config'
import { hold } from '@talad/process/held-process'
import { z } from 'zod'
import type { Proof } from './proof.ts'

const outcomeSchema = z.discriminatedUnion('holds', [
  z.object({ holds: z.literal(true), figures: z.record(z.string(), z.union([z.number(), z.string()])) }),
  z.object({ holds: z.literal(false), why: z.string() }),
])
export type Outcome = z.infer<typeof outcomeSchema> & { seconds: number }

export type Run = { size: number; seed: number; say: (line: string) => void }

const GRACE_MS = 20_000

/** Runs a proof in a process of its own, which with all it started is gone afterwards. */
export async function runProof(proof: Proof, { size, seed, say }: Run): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-outcome-'))
  const file = join(folder, 'outcome.json')
  const since = performance.now()
  const task = { id: proof.id, size, seed, outcome: file }
  const child = await hold({
    command: process.execPath,
    args: [join(import.meta.dirname, 'run-one.ts'), JSON.stringify(task)],
    cwd: root,
    onLine: say,
  })
  const timer = new AbortController()
  const late = delay(proof.limitMinutes * 60_000, 'late' as const, { signal: timer.signal }).catch(
    () => 'over',
  )
  const end = await Promise.race([child.gone, late])
  timer.abort()
  await child.stop(GRACE_MS)
  const seconds = Math.round((performance.now() - since) / 100) / 10
  const text = await readFile(file, 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  if (text !== undefined) return { ...outcomeSchema.parse(JSON.parse(text)), seconds }
  const why =
    end === 'late' ? `took longer than ${proof.limitMinutes} minutes` : `ended without an outcome (${end})`
  return { holds: false, why: `${why}\n${child.tail()}`, seconds }
}
