import type { Queryable } from './db.ts'
import { JOB_CHANNEL } from './jobs.ts'
import { notifyOnce } from './notifier.ts'

/** A piece of work as an operator sees it. */
export type JobRow = {
  task: string
  key: string
  payload: unknown
  run_at: Date
  failures: number
  last_error: string | null
  /** somebody does it just now */
  running: boolean
  created_at: Date
}

/** What waits or runs in a service: what fails first, then by its time. */
export async function listJobs(
  db: Queryable,
  { task, failing = false, limit }: { task?: string | undefined; failing?: boolean; limit: number },
): Promise<JobRow[]> {
  const found = await db.query<JobRow>(
    `select task, key, payload, run_at, failures, last_error, claimed_by is not null as running, created_at
     from kit.job where ($1::text is null or task = $1) and (not $2 or failures > 0)
     order by failures desc, run_at, id limit $3`,
    [task ?? null, failing, limit],
  )
  return found.rows
}

/**
 * Makes a piece of work due now; its runner is told.
 * @returns `running` when somebody does it already, `unknown` when there is none
 */
export async function runJobNow(
  db: Queryable,
  task: string,
  key: string,
): Promise<'due' | 'running' | 'unknown'> {
  const made = await db.query(
    'update kit.job set run_at = least(run_at, now()) where task = $1 and key = $2 and claimed_by is null',
    [task, key],
  )
  if (made.rowCount === 1) {
    await notifyOnce(db, JOB_CHANNEL)
    return 'due'
  }
  const there = await db.query('select 1 from kit.job where task = $1 and key = $2', [task, key])
  return there.rows.length > 0 ? 'running' : 'unknown'
}
