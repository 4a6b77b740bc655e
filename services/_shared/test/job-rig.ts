import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { startJobs } from '../src/job-runner.ts'
import { type AnyJob, type JobRun, job, jobType } from '../src/jobs.ts'
import { createNotifier } from '../src/notifier.ts'
import type { Kit } from './kit.ts'

export const item = z.object({ id: z.string() })
export const START = new Date('2026-01-01T00:00:00Z')

type Options = Omit<Parameters<typeof job<{ id: string }, object>>[1], 'run'>
type Run = (payload: { id: string }, run: JobRun<object>) => Promise<void>

/** A kind of work and how it is done, of one test. */
export function work(
  name: string,
  run: Run,
  options: Options = {},
  sources?: Parameters<typeof jobType<{ id: string }>>[2],
) {
  const type = jobType(name, item, sources)
  return { ...type, done: job<{ id: string }, object>(type, { ...options, run }) }
}

type Log = { warned: object[]; failed: object[] }

/** A process of its own over the test's database: its session, its clock, its runner. */
export async function startProcess(kit: Kit, jobs: readonly AnyJob<object>[], clock = { now: START }) {
  const log: Log = { warned: [], failed: [] }
  const faults: unknown[] = []
  const notifier = createNotifier(kit.db, { onError: (error) => faults.push(error) })
  const runner = startJobs(
    {
      db: kit.db,
      notifier,
      now: () => clock.now,
      log: { warn: (about) => log.warned.push(about), error: (about) => log.failed.push(about) },
    },
    jobs,
    (error) => faults.push(error),
  )
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await runner.close()
    await notifier.close()
  }
  onTestFinished(close)
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
    runner.wake()
  }
  return { log, faults, pass, clock, close, runner, notifier }
}

export const waiting = async (kit: Kit) =>
  (
    await kit.db.query<{
      key: string
      failures: number
      claimed_by: number | null
      last_error: string | null
    }>('select key, failures, claimed_by, last_error from kit.job order by key')
  ).rows
