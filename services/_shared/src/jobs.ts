import type { z } from 'zod'
import { type Context, currentContext } from './context.ts'
import { announce, type Queryable, type Tx } from './db.ts'
import { toJson } from './json.ts'
import { wellFormed } from './text.ts'

/** The channel that tells runners of jobs that something may be due. */
export const JOB_CHANNEL = 'job'

/** What a piece of work is run with. */
export type JobRun<Deps> = {
  deps: Deps
  now: Date
  /** from 1; counts on while the work fails */
  attempt: number
}

/** Nothing when the work is done; a time when it is to be done again then. */
type Done = Promise<Date | undefined> | Promise<void>

type JobOptions = {
  /** pieces done at the same time in one process, 4 if absent: who hangs never takes the lanes of other jobs */
  concurrency?: number
  /** pause after a failure, 500 ms if absent; doubled each time */
  retryMs?: number
  /** the longest pause after a failure, a minute if absent */
  maxRetryMs?: number
}

/**
 * One kind of work that lasts, as those who ask for it know it: a row in the service's database until it is done. How it
 * is done, `job` says elsewhere, so that who asks need not know.
 */
export type JobType<Payload> = {
  name: string
  payload: z.ZodType<Payload>
  /**
   * Asks for a piece of work in the transaction that makes it due. Of one key there is one piece: who asks again for
   * what waits gives it the new payload and the earlier of both times; for what runs just now, has it done once more.
   * @param about `at`: not before this time. `key`: the id of what it is about. `postpone`: the new time stands, later or not
   */
  enqueue(tx: Tx, payload: Payload, about: { key: string; at: Date; postpone?: boolean }): Promise<void>
  /** Asks for many pieces in one statement, as `enqueue` for each of them. */
  enqueueAll(tx: Tx, pieces: readonly { key: string; payload: Payload }[], at: Date): Promise<void>
  /** Takes back what waits; what runs just now is not disturbed. */
  cancel(tx: Tx, key: string): Promise<void>
}

/** A kind of work as its runner holds it. */
export type AnyJob<Deps> = {
  name: string
  concurrency: number
  retryMs: number
  maxRetryMs: number
  /** how often the one piece of a recurring job is done; absent where pieces are asked for */
  everyMs?: number
  /** how long after the first start that is done for the first time, at once if absent */
  firstAfterMs?: number
  run: (payload: unknown, run: JobRun<Deps>) => Done
}

const optionsOf = ({ concurrency = 4, retryMs = 500, maxRetryMs = 60_000 }: JobOptions) => ({
  concurrency,
  retryMs,
  maxRetryMs,
})

/**
 * Names a kind of work.
 * @param name `<noun>.<what>`, for instance `topup.inquiry`; kept in the database, so it stays
 */
export function jobType<Payload extends object>(name: string, payload: z.ZodType<Payload>): JobType<Payload> {
  return {
    ...{ name, payload },
    enqueue: (tx, given, about) => enqueue(tx, name, given, about),
    enqueueAll: (tx, pieces, at) => enqueueAll(tx, name, pieces, at),
    async cancel(tx, key) {
      await tx.query('delete from kit.job where task = $1 and key = $2 and claimed_by is null', [name, key])
    },
  }
}

/**
 * Declares how a kind of work is done.
 * @param options `run` does one piece, outside any transaction; it may come again after it was done (a process dies
 * between the work and the note of it), so it must be idempotent
 */
export function job<Payload extends object, Deps>(
  of: JobType<Payload>,
  options: JobOptions & { run: (payload: Payload, run: JobRun<Deps>) => Done },
): AnyJob<Deps> {
  return {
    name: of.name,
    ...optionsOf(options),
    run: (payload, run) => options.run(of.payload.parse(payload), run),
  }
}

/** Declares work that one process of the service does every so often, from its first start on. */
export function recurring<Deps>(
  spec: JobOptions & {
    name: string
    everyMs: number
    firstAfterMs?: number
    /** @returns a time to have the next turn earlier or later than `everyMs` says */
    run: (run: JobRun<Deps>) => Done
  },
): AnyJob<Deps> {
  const { name, everyMs, firstAfterMs = 0, run } = spec
  return {
    name,
    ...optionsOf({ maxRetryMs: Math.max(everyMs, 500), ...spec }),
    ...{ everyMs, firstAfterMs },
    run: async (_payload, about) => (await run(about)) ?? new Date(about.now.getTime() + everyMs),
  }
}

async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  { key, at, postpone = false }: { key: string; at: Date; postpone?: boolean },
): Promise<void> {
  await tx.query({
    name: 'kit.enqueue',
    text: `
      insert into kit.job as j (task, key, payload, context, run_at) values ($1, $2, $3, $4, $5)
      on conflict (task, key) do update set
        payload = excluded.payload, context = excluded.context, revision = j.revision + 1, failures = 0,
        run_at = case when $6 or j.claimed_by is not null then excluded.run_at else least(j.run_at, excluded.run_at) end`,
    values: [task, key, toJson(payload), toJson(currentContext()), at, postpone],
  })
  announce(tx, JOB_CHANNEL)
}

async function enqueueAll(
  tx: Tx,
  task: string,
  pieces: readonly { key: string; payload: object }[],
  at: Date,
): Promise<void> {
  if (pieces.length === 0) return
  // in one order, so that two who ask for the same pieces don't wait for each other
  const sorted = new Map(pieces.map(({ key, payload }) => [key, toJson(payload)] as const).sort())
  await tx.query({
    name: 'kit.enqueue_all',
    text: `
      insert into kit.job as j (task, key, payload, context, run_at)
      select $1, key, payload::json, $4, $5 from unnest($2::text[], $3::text[]) with ordinality as p (key, payload, n)
      order by n
      on conflict (task, key) do update set
        payload = excluded.payload, context = excluded.context, revision = j.revision + 1, failures = 0,
        run_at = case when j.claimed_by is not null then excluded.run_at else least(j.run_at, excluded.run_at) end`,
    values: [task, [...sorted.keys()], [...sorted.values()], toJson(currentContext()), at],
  })
  announce(tx, JOB_CHANNEL)
}

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
export async function freeClaims(db: Queryable, holder: number, running: readonly bigint[]): Promise<void> {
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
