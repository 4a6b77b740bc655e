import type { Context } from './context.ts'
import { arrayText, type Queryable } from './db.ts'
import { here } from './notifier.ts'

/** The channel that tells readers of the event log that it has grown. */
export const LOG_CHANNEL = 'event-log'
/** The channel that tells those in this process who wait for something to happen in one stream. */
export const streamChannel = (stream: string) => here(`${LOG_CHANNEL}/${stream}`)

/** An event as a decider makes it: a past-tense type and its data. */
export type StoredEvent = { type: string; data: object }

/** An event as it lies in the log. */
export type Recorded<E extends StoredEvent = StoredEvent> = E & {
  /** unique in the log of one service; the id that messages made of it carry */
  position: bigint
  /** the transaction that wrote it, with its epoch (`epochOf`): the first half of the order in which the log is read */
  txid: string
  stream: string
  version: number
  view?: object | null
  meta: Context
  at: Date
}

/** Somebody else appended to the stream first, or this transaction is older than the stream's last event: load again and decide again. */
export class VersionConflict extends Error {
  constructor(stream: string, expected: number) {
    super(`stream ${stream} is no longer at version ${expected}`)
    this.name = 'VersionConflict'
  }
}

/** Where a reader stands. Compare cursors by txid first, then by position. */
export type Cursor = { txid: string; position: bigint }
export const START: Cursor = { txid: '0', position: 0n }

export type Row = {
  position: bigint
  txid: string
  stream: string
  version: number
  type: string
  data: object
  /** what others may know of the stream after this event; none where the stream has nothing to tell */
  view?: object | null
  meta: Context
  at: Date
}

const COLUMNS = 'position, txid::text as txid, stream, version, type, data, view, meta, at'

/** The event at a position and what followed in its stream, oldest first, as far as a reader has come. */
export async function readSentOf(db: Queryable, position: string, reader: Cursor): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from kit.event e where stream = (select stream from kit.event where position = $1)
       and position >= $1 and (e.txid, position) <= ($2::xid8, $3::bigint) order by version`,
    [position, reader.txid, reader.position],
  )
  return rows
}

/** The events of one stream after a version, oldest first; all of them by default. */
export async function readStream(db: Queryable, stream: string, after = 0): Promise<Row[]> {
  const result = await db.query<Row>({
    name: 'kit.read_stream',
    text: `select ${COLUMNS} from kit.event where stream = $1 and version > $2 order by version`,
    values: [stream, after],
  })
  return result.rows
}

type PartRow = Row & { settled: boolean }

/** As much of an event as a fold needs. */
type Folded = Pick<Row, 'stream' | 'version' | 'type' | 'data'>

/** The events of several streams after a version, each stream's oldest first, as far as a fold needs them. */
export async function readStreams(db: Queryable, streams: readonly string[], after = 0): Promise<Folded[]> {
  const result = await db.query<Folded>({
    name: 'kit.read_streams',
    text: `select stream, version, type, data from kit.event where stream = any($1) and version > $2
      order by stream, version`,
    values: [arrayText(streams), after],
  })
  return result.rows
}

/** The public state of several streams after their last event. */
export async function readLastViews(
  db: Queryable,
  streams: readonly string[],
): Promise<Pick<Row, 'stream' | 'version' | 'view'>[]> {
  const result = await db.query<Pick<Row, 'stream' | 'version' | 'view'>>({
    name: 'kit.read_last_views',
    text: `select last.* from unnest($1::text[]) as wanted (stream), lateral (
        select stream, version, view from kit.event e where e.stream = wanted.stream order by version desc limit 1) last`,
    values: [arrayText(streams)],
  })
  return result.rows
}

/** @param settled whether every transaction that could still put a row before this one has ended */
const partText = (settled: string) => `
  select ${COLUMNS}, ${settled} as settled from kit.event
  where (kit.event.txid, position) > ($1::xid8, $2::bigint)
  order by kit.event.txid, kit.event.position limit $3`

/**
 * Shows what lies before every transaction that still runs; where one holds rows back, it is looked whether it runs in
 * another database of the same server. Transaction ids are the server's, but only those of this database can append here.
 *
 * Postgres doesn't say in which database a running transaction is, but `pg_locks` does for each that has touched a table
 * there. `others`: the ids of the transactions that hold a lock on a table of another database; the id itself is the lock
 * of type `transactionid` that a transaction holds exclusively on itself (who waits for its end asks for a shared one).
 * `waited_for`: the oldest running transaction that is not among them. All rows before that one are shown.
 *
 * What isn't known costs time and never an event: a transaction that has touched no table yet, and one that ended after
 * the snapshot was taken and before the locks were listed, are not among the others, and so are waited for. `pg_locks`
 * shows the lower 32 bits of an id, hence the cast to `xid`. The list of locks costs more than the events: a subquery
 * that no row asks for is not run.
 *
 * Of the looks of two relays on the way of a purchase, on one server with all databases, 38 of 320 were held back with
 * this, and 115 of 314 without it.
 */
const READ = `
  with others as materialized (
    select unnest(array_agg(transactionid) filter (where locktype = 'transactionid' and mode = 'ExclusiveLock'))
      as transactionid
    from pg_locks where granted and locktype in ('transactionid', 'relation')
    group by virtualtransaction
    having bool_or(locktype = 'relation'
      and database not in (0, (select oid from pg_database where datname = current_database())))),
  waited_for as materialized (
    select txid from (
      select txid from pg_snapshot_xip(pg_current_snapshot()) txid
      union all select pg_current_xact_id_if_assigned()) running
    where txid is not null and not exists (select from others where transactionid = txid::xid)
    order by txid limit 1)
  ${partText(`kit.event.txid < (select kit.log_txid(pg_snapshot_xmin(pg_current_snapshot())))
    or kit.event.txid < (select kit.log_txid(coalesce(
      (select txid from waited_for), pg_snapshot_xmax(pg_current_snapshot()))))`)}`

/**
 * The events after a cursor, gap-free: a row is shown only when every transaction that could still put one before it
 * has ended (Postgres hands out positions before commits, so positions alone skip events).
 * @returns `held`: more has been committed, but must wait for an older transaction; look again in a moment
 */
export async function readLogPart(
  db: Queryable,
  after: Cursor,
  limit: number,
): Promise<{ rows: Row[]; held: boolean }> {
  const values = [after.txid, after.position, limit]
  const { rows: part } = await db.query<PartRow>({ name: 'kit.read_log', text: READ, values })
  const rows = part.filter(({ settled }) => settled).map(({ settled: _, ...row }) => row) // these come first
  return { rows, held: rows.length < part.length }
}

/** The events after a cursor, gap-free, as `readLogPart` shows them. */
export async function readLog(db: Queryable, after: Cursor, limit: number): Promise<Row[]> {
  return (await readLogPart(db, after, limit)).rows
}

/**
 * All committed events after a cursor, also those that an open transaction may still put others before: only for who has
 * made sure that the others don't concern it.
 */
export async function readCommitted(db: Queryable, after: Cursor, limit: number): Promise<Row[]> {
  const { rows } = await db.query<PartRow>(partText('true'), [after.txid, after.position, limit])
  return rows.map(({ settled: _, ...row }) => row)
}

/** How long a reader waits before it looks again for events that an older transaction holds back. */
export const HELD_MS = 10

/** Where a named reader stands; the start of the log for a new one. */
export async function readerCursor(db: Queryable, name: string): Promise<Cursor> {
  const result = await db.query<Cursor>({
    name: 'kit.reader_cursor',
    text: 'select txid::text as txid, position from kit.reader where name = $1',
    values: [name],
  })
  return result.rows[0] ?? START
}

export async function saveReaderCursor(db: Queryable, name: string, cursor: Cursor): Promise<void> {
  await db.query({
    name: 'kit.save_reader_cursor',
    text: `
      insert into kit.reader (name, txid, position) values ($1, $2::xid8, $3)
      on conflict (name) do update set txid = excluded.txid, position = excluded.position, moved_at = now()`,
    values: [name, cursor.txid, cursor.position],
  })
}

/** How many events a reader has still to read. */
export async function readerLag(db: Queryable, name: string): Promise<bigint> {
  const cursor = await readerCursor(db, name)
  const result = await db.query<{ count: bigint }>(
    'select count(*) as count from kit.event where (txid, position) > ($1::xid8, $2::bigint)',
    [cursor.txid, cursor.position],
  )
  return result.rows[0]?.count ?? 0n
}
