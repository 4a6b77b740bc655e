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

/** Whose turn it is of a kind of work that knows sources. */
export type Turn = {
  /** pieces of one source at the same time */
  share: number
  /** the source that had its turn last */
  after: string
}

/** So many sources are looked at in one turn, and those of the oldest pieces; the next turn goes on behind them. */
const MOST_SOURCES = 100
const OLDEST = 20

/**
 * Takes what is due, up to so many pieces of each kind: oldest first or, where there are turns, one of each source after
 * another.
 * @param holder the session of this process, see `freeClaims`
 * @returns `nextAt`: when the next piece becomes due of the kinds that have lanes left. `after`: of kinds with turns
 */
export async function claimJobs(
  db: Queryable,
  holder: number,
  free: ReadonlyMap<string, number>,
  now: Date,
  turns: ReadonlyMap<string, Turn> = new Map(),
): Promise<{ claimed: Claimed[]; nextAt: Date | undefined; after: ReadonlyMap<string, string> }> {
  const tasks = [...free.keys()]
  const { rows } = await db.query<
    Claimed & { id: bigint | null; next_at: Date | null; after: Record<string, string> | null }
  >({
    name: 'kit.claim_jobs',
    text: `
      with recursive lane as (
        select * from unnest($2::text[], $3::int[], $5::int[], $6::text[]) as lane (task, free, share, after)),
      -- sources of what waits, in a circle from the one behind whoever had the last turn
      walk as (
        select task, after as source, null::text as first, 0 as n from lane
        where share is not null and exists (
          select from kit.job j where j.task = lane.task and claimed_by is null and run_at <= $4)
        union all
        select w.task, next.source, coalesce(w.first, next.source), w.n + 1 from walk w cross join lateral (
          select coalesce(
            (select source from kit.job where task = w.task and num_nulls(claimed_by) = 1 and source > w.source
             order by source limit 1),
            (select source from kit.job where task = w.task and num_nulls(claimed_by) = 1
             order by source limit 1)) as source offset 0) next
        where w.n < ${MOST_SOURCES} and next.source is not null and next.source is distinct from w.first),
      -- where little is due, whose it is need not be looked for
      sources as (
        select task, source, min(n) as n from (
          select task, source, n from walk where n > 0
          union all
          select lane.task, oldest.source, ${MOST_SOURCES} + 1 from lane cross join lateral (
            select source from kit.job where task = lane.task and claimed_by is null and run_at <= $4
            order by run_at limit ${OLDEST}) oldest
          where lane.share is not null) s
        group by task, source),
      running as materialized (
        select task, source, count(*) as n from kit.job where claimed_by = $1 group by task, source),
      fair as (
        select s.task, s.n, j.id, row_number() over (partition by s.task order by j.round, s.n) <= lane.free as picked
        from sources s join lane using (task) left join running using (task, source) cross join lateral (
          select id, row_number() over (order by run_at, id) as round from (
            select id, run_at from kit.job
            where task = s.task and source = s.source and num_nulls(claimed_by) = 1 and run_at <= $4
            order by run_at, id limit least(lane.free, greatest(0, lane.share - coalesce(running.n, 0)))) oldest) j),
      due as (
        select j.id from lane cross join lateral (
          select id from kit.job where task = lane.task and claimed_by is null and run_at <= $4
          order by run_at, id limit lane.free for update skip locked) j
        where lane.share is null
        union all
        select id from (
          select id from kit.job where id in (select id from fair where picked) and claimed_by is null
          for update skip locked) j),
      claimed as (
        update kit.job set claimed_by = $1 from due where kit.job.id = due.id
        returning kit.job.id, task, key, payload, context, revision, failures),
      -- what is due of a source that has its share waits for the end of a piece, not for a time
      next as (
        select min(j.run_at) as at from lane cross join lateral (
          select run_at from kit.job
          where task = lane.task and claimed_by is null and id not in (select id from due)
            and (lane.share is null or run_at > $4)
          order by run_at limit 1) j
        where lane.free > (select count(*) from claimed where claimed.task = lane.task)),
      reached as (
        select json_object_agg(task, source) as after from (
          select distinct on (walk.task) walk.task, walk.source
          from walk left join fair on fair.task = walk.task and fair.n = walk.n and fair.picked
          order by walk.task, fair.n is null, walk.n desc) r)
      select claimed.*, next.at as next_at, reached.after
      from next cross join reached left join claimed on true`,
    values: [
      holder,
      tasks,
      [...free.values()],
      now,
      tasks.map((task) => turns.get(task)?.share ?? null),
      tasks.map((task) => turns.get(task)?.after ?? ''),
    ],
  })
  const claimed = rows.filter(({ id }) => id !== null).map(({ next_at: _, after: __, ...piece }) => piece)
  return {
    claimed,
    nextAt: rows[0]?.next_at ?? undefined,
    after: new Map(Object.entries(rows[0]?.after ?? {})),
  }
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
