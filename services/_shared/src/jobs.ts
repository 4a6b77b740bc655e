import type { z } from 'zod'
import { type Context, currentContext } from './context.ts'
import {
  arrayText,
  columns,
  type Queryable,
  queueNotification,
  type Tx,
  transactionOf,
  writeLast,
} from './db.ts'
import { toJson } from './json.ts'

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

/** `key`: the id of what it is about. `at`: not before this time. `postpone`: the new time stands, later or not */
type Piece<Payload> = { key: string; payload: Payload; at: Date; postpone?: boolean }

/**
 * One kind of work that lasts, as those who ask for it know it: a row in the service's database until it is done. How it
 * is done, `job` says elsewhere, so that who asks need not know.
 */
export type JobType<Payload> = {
  name: string
  payload: z.ZodType<Payload>
  hasSources: boolean
  /**
   * Asks for pieces of work in the transaction that makes them due, which writes them at its end. Of one key there is one piece: who
   * asks again for what waits gives it the new payload and the earlier of both times; for what runs just now, has it done
   * once more.
   * @param at of those that don't say it themselves
   */
  enqueue(tx: Tx, pieces: readonly Piece<Payload>[]): Promise<void>
  enqueue(tx: Tx, pieces: readonly (Omit<Piece<Payload>, 'at'> & { at?: Date })[], at: Date): Promise<void>
  /** Keys of pieces that are due and in nobody's hands, oldest first. */
  due(db: Queryable, most: number, now: Date): Promise<string[]>
  /**
   * Takes pieces over from the runner, in the transaction that does them: they are due again if it is rolled back.
   * @returns the keys of those that are still due and in nobody's hands
   */
  take(tx: Tx, keys: readonly string[], now: Date): Promise<string[]>
  /** Takes back what waits; what runs just now is not disturbed. */
  cancel(tx: Tx, key: string): Promise<void>
  /**
   * How many more pieces of a source may be due: who multiplies work asks before, and leaves the rest noted where it is.
   * What failed and waits for its next try takes nobody's room.
   */
  room(db: Queryable, source: string, now: Date): Promise<number>
}

/** Of work that strangers make necessary: what of it is whose. */
type Sources<Payload> = {
  /** the collection, the account, …; at most one less than all lanes are given to one of them at a time */
  source: (payload: Payload) => string
  /** pieces of one source that may wait, see `room`; 1,000 if absent */
  ceiling?: number
}

/** A kind of work as its runner holds it. */
export type AnyJob<Deps> = {
  name: string
  concurrency: number
  /** pieces of one source at the same time; absent: it knows no sources, and the oldest comes first */
  share?: number
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
 * @param sources where strangers can multiply it: sources have their turns one after another
 */
export function jobType<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  sources?: Sources<Payload>,
): JobType<Payload> {
  const { source = () => '', ceiling = 1_000 } = sources ?? {}
  return {
    name,
    payload,
    hasSources: sources !== undefined,
    enqueue: (tx: Tx, pieces: readonly Partial<Piece<Payload>>[], at?: Date) =>
      enqueue(
        tx,
        name,
        pieces.map((piece) => ({ at, ...piece }) as Piece<Payload>),
        source,
      ),
    room: async (db, of, now) => ceiling - (await waitingOf(db, name, of, ceiling, now)),
    due: (db, most, now) => dueOf(db, name, most, now),
    take: (tx, keys, now) => take(tx, name, keys, now),
    async cancel(tx, key) {
      await storeAsked(tx)
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
    ...(of.hasSources && { share: Math.max(1, (options.concurrency ?? 4) - 1) }),
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
    everyMs,
    firstAfterMs,
    run: async (_payload, about) => (await run(about)) ?? new Date(about.now.getTime() + everyMs),
  }
}

/** Pieces that open transactions ask for, by task and key. */
type Asked = Piece<object> & { task: string; source: string; context: Context }
const asked = new WeakMap<object, Map<string, Asked>>()

async function enqueue<Payload extends object>(
  tx: Tx,
  task: string,
  pieces: readonly Piece<Payload>[],
  sourceOf: (payload: Payload) => string,
): Promise<void> {
  if (pieces.length === 0) return
  const open = transactionOf(tx) ?? tx
  const known = asked.get(open)
  const all = known ?? new Map<string, Asked>()
  for (const piece of pieces) {
    const name = `${task}\n${piece.key}`
    const { at, postpone = false } = all.get(name) ?? piece
    const isItsOwn = piece.postpone || piece.at < at
    const when = { at: isItsOwn ? piece.at : at, postpone: piece.postpone || postpone }
    const source = sourceOf(piece.payload)
    all.set(name, { ...piece, ...when, task, source, context: currentContext() })
  }
  if (known) return
  asked.set(open, all)
  queueNotification(tx, JOB_CHANNEL)
  if (!writeLast(tx, () => storeAsked(tx))) await storeAsked(tx)
}

/**
 * Writes what a transaction has asked for, at its end or before it looks at its jobs: in one statement for all kinds, and
 * in one order, so that two who ask for the same pieces don't wait for each other in a circle.
 */
async function storeAsked(tx: Queryable): Promise<void> {
  const open = transactionOf(tx) ?? tx
  const all = asked.get(open)
  if (!all) return
  asked.delete(open)
  const pieces = [...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, piece]) => piece)
  await tx.query({
    name: 'kit.enqueue',
    text: `
      insert into kit.job as j (task, key, payload, context, run_at, source)
      select task, key, payload::json, context::json, at, source
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
        with ordinality as p (task, key, payload, context, at, source, n)
      order by n
      on conflict (task, key) do update set
        payload = excluded.payload, source = excluded.source, context = excluded.context,
        revision = j.revision + 1, failures = 0,
        run_at = case when (excluded.task, excluded.key) in (select * from unnest($7::text[], $8::text[]))
            or j.claimed_by is not null then excluded.run_at
          else least(j.run_at, excluded.run_at) end`,
    values: [
      ...columns(
        pieces,
        ({ task }) => task,
        ({ key }) => key,
        ({ payload }) => toJson(payload),
        ({ context }) => toJson(context),
        ({ at }) => at.toISOString(),
        ({ source }) => source,
      ),
      ...columns(
        pieces.filter(({ postpone }) => postpone),
        ({ task }) => task,
        ({ key }) => key,
      ),
    ],
  })
}

async function waitingOf(
  db: Queryable,
  task: string,
  source: string,
  most: number,
  now: Date,
): Promise<number> {
  await storeAsked(db)
  const { rows } = await db.query<{ n: number }>({
    name: 'kit.jobs_of_source',
    text: `select count(*)::int as n from (
             select from kit.job where task = $1 and source = $2 and num_nulls(claimed_by) = 1 and run_at <= $4 limit $3) j`,
    values: [task, source, most, now],
  })
  return rows[0]?.n ?? 0
}

async function dueOf(db: Queryable, task: string, most: number, now: Date): Promise<string[]> {
  await storeAsked(db)
  const { rows } = await db.query<{ key: string }>({
    name: 'kit.due_jobs',
    text: `select key from kit.job where task = $1 and claimed_by is null and run_at <= $3
           order by run_at, id limit $2`,
    values: [task, most, now],
  })
  return rows.map(({ key }) => key)
}

async function take(tx: Tx, task: string, keys: readonly string[], now: Date): Promise<string[]> {
  if (keys.length === 0) return []
  await storeAsked(tx)
  const { rows } = await tx.query<{ key: string }>({
    name: 'kit.take_jobs',
    text: `delete from kit.job where id in (
             select id from kit.job
             where task = $1 and key = any($2::text[]) and claimed_by is null and run_at <= $3
             for update skip locked)
           returning key`,
    values: [task, arrayText(keys), now],
  })
  return rows.map(({ key }) => key)
}
