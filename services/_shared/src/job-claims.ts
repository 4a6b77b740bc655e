import type { Context } from './context.ts'
import type { Queryable } from './db.ts'
import { wellFormed } from './text.ts'

/** A piece of work in the hands of a runner. */
export type Claimed = {
  id: bigint
  task: string
  key: string
  payload: unknown
  context: Context
  revision: bigint
  failures: number
}

/**
 * Takes what is due, oldest first, up to so many pieces of each kind.
 * @param holder the session of this process, see `freeClaims`
 * @returns `nextAt`: when the next piece becomes due of the kinds that have lanes left
 */
export async function claimJobs(
  db: Queryable,
  holder: number,
  free: ReadonlyMap<string, number>,
  now: Date,
): Promise<{ claimed: Claimed[]; nextAt: Date | undefined }> {
  const { rows } = await db.query<Claimed & { id: bigint | null; next_at: Date | null }>({
    name: 'kit.claim_jobs',
    text: `
      with lane as (select * from unnest($2::text[], $3::int[]) as lane (task, free)),
      due as (
        select j.id from lane cross join lateral (
          select id from kit.job where task = lane.task and claimed_by is null and run_at <= $4
          order by run_at, id limit lane.free for update skip locked) j),
      claimed as (
        update kit.job set claimed_by = $1 from due where kit.job.id = due.id
        returning kit.job.id, task, key, payload, context, revision, failures),
      next as (
        select min(j.run_at) as at from lane cross join lateral (
          select run_at from kit.job
          where task = lane.task and claimed_by is null and id not in (select id from due)
          order by run_at limit 1) j
        where lane.free > (select count(*) from claimed where claimed.task = lane.task))
      select claimed.*, next.at as next_at from next left join claimed on true`,
    values: [holder, [...free.keys()], [...free.values()], now],
  })
  const claimed = rows.filter(({ id }) => id !== null).map(({ next_at: _, ...piece }) => piece)
  return { claimed, nextAt: rows[0]?.next_at ?? undefined }
}

/**
 * Notes that a piece is done: its row goes, unless it was asked for again meanwhile or has a next time.
 * @param nextAt when it is to be done again
 * @returns whether nothing of it is left
 */
export async function finishJob(
  db: Queryable,
  holder: number,
  done: Claimed,
  nextAt?: Date,
): Promise<boolean> {
  const noted = nextAt ? await reschedule(db, holder, done, nextAt) : await remove(db, holder, done)
  if (!noted) await letGo(db, holder, done.id) // asked for again while it ran
  return noted && nextAt === undefined
}

async function remove(db: Queryable, holder: number, done: Claimed): Promise<boolean> {
  const removed = await db.query({
    name: 'kit.finish_job',
    text: 'delete from kit.job where id = $1 and claimed_by = $2 and revision = $3',
    values: [done.id, holder, done.revision],
  })
  return removed.rowCount === 1
}

async function reschedule(db: Queryable, holder: number, done: Claimed, nextAt: Date): Promise<boolean> {
  const rescheduled = await db.query({
    name: 'kit.reschedule_job',
    text: `update kit.job set claimed_by = null, failures = 0, last_error = null, run_at = $4
           where id = $1 and claimed_by = $2 and revision = $3`,
    values: [done.id, holder, done.revision, nextAt],
  })
  return rescheduled.rowCount === 1
}

async function letGo(db: Queryable, holder: number, id: bigint): Promise<void> {
  await db.query('update kit.job set claimed_by = null where id = $1 and claimed_by = $2', [id, holder])
}

/** Notes a failure: the piece waits and others have their turn. Who was asked for again meanwhile waits no longer than that. */
export async function failJob(
  db: Queryable,
  holder: number,
  failed: Claimed,
  error: unknown,
  retryAt: Date,
): Promise<void> {
  await db.query({
    name: 'kit.fail_job',
    text: `update kit.job set claimed_by = null, failures = $3 + 1, last_error = $4,
             run_at = case when revision = $6 then $5 else least(run_at, $5) end
           where id = $1 and claimed_by = $2`,
    values: [failed.id, holder, failed.failures, wellFormed(String(error), 2_000), retryAt, failed.revision],
  })
}

/** Sessions hold an advisory lock of this class for as long as they live. */
export const SESSION_LOCK_CLASS = 7_305

/**
 * Frees what nobody does any more: pieces of processes whose session has ended (they died, or lost their database), and
 * our own whose claim, or the note of whose end, was lost on the way.
 * @param running what this process does now
 */
export async function reclaimStale(db: Queryable, holder: number, running: readonly bigint[]): Promise<void> {
  await db.query({
    name: 'kit.free_claims',
    text: `
      update kit.job set claimed_by = null
      where claimed_by = $1 and id <> all($2::bigint[]) or claimed_by is not null and claimed_by not in (
        select objid::bigint::int from pg_locks
        where locktype = 'advisory' and classid = ${SESSION_LOCK_CLASS} and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database()))`,
    values: [holder, running],
  })
}
