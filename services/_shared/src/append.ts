import type { Context } from './context.ts'
import { columns, isUniqueViolation, queueNotification, type Tx } from './db.ts'
import {
  LOG_CHANNEL,
  type Recorded,
  type Row,
  type StoredEvent,
  streamChannel,
  VersionConflict,
} from './event-log.ts'
import { toJson } from './json.ts'

/** What is appended to one stream. */
export type Appended = {
  stream: string
  /** version of the last event that the decision is based on; 0 for a new stream */
  expected: number
  events: readonly StoredEvent[]
  /** the public state after each event, stored beside it so that publishing needs nothing else */
  views?: readonly (object | undefined)[] | undefined
  /** who caused each event, where it isn't whoever causes the others */
  contexts?: readonly (Context | undefined)[] | undefined
}

function conflictOf(streams: readonly Appended[], isIt: (one: Appended) => boolean): VersionConflict {
  const { stream = '', expected = 0 } = streams.find(isIt) ?? streams[0] ?? {}
  return new VersionConflict(stream, expected)
}

/**
 * Appends events to streams, each named once, by one statement inside the caller's transaction: all or none.
 *
 * Readers follow (txid, position) and only past transactions that have all ended. So that this order is also the
 * order of each stream, a transaction that began writing before the one that wrote the stream's last event may not
 * append to it: it gets a conflict, and is run again under a new transaction id.
 *
 * @returns the events as they lie in the log, in the order in which they were given
 * @throws VersionConflict when one of the streams has moved on
 */
export async function appendAll(
  tx: Tx,
  streams: readonly Appended[],
  about: { meta: Context; at: Date },
): Promise<Recorded[]> {
  const own = toJson(about.meta)
  const given = streams.flatMap(({ stream, expected, events, views, contexts }) =>
    events.map(({ type, data }, index) => {
      const context = contexts?.[index]
      const view = views?.[index]
      return {
        stream,
        expected,
        type,
        version: expected + index + 1,
        data: toJson(data),
        view: view === undefined ? null : toJson(view),
        meta: context === undefined ? own : toJson(context),
      }
    }),
  )
  if (given.length === 0) return []
  const keyOf = ({ stream, version }: { stream: string; version: number }) => `${version} ${stream}`
  try {
    const { rows } = await tx.query<Pick<Row, 'position' | 'txid' | 'stream' | 'version'>>({
      name: 'kit.append',
      // the event before is looked up by its key (a scalar): as `exists` the planner may read the whole log for it
      text: `
        insert into kit.event (stream, version, type, data, view, meta, at)
        select e.stream, e.version, e.type, e.data::json, e.view::json, e.meta::json, $8
        from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
          with ordinality as e (stream, expected, version, type, data, view, meta, n)
        where e.expected = 0 or (
          select b.txid from kit.event b where b.stream = e.stream and b.version = e.expected
        ) <= kit.log_txid(pg_current_xact_id())
        order by e.n
        returning position, txid::text as txid, stream, version`,
      values: [
        ...columns(
          given,
          (row) => row.stream,
          (row) => row.expected,
          (row) => row.version,
          (row) => row.type,
          (row) => row.data,
          (row) => row.view,
          (row) => row.meta,
        ),
        about.at,
      ],
    })
    const written = new Map(rows.map((row) => [keyOf(row), row]))
    queueNotification(tx, LOG_CHANNEL)
    for (const { stream } of streams) queueNotification(tx, streamChannel(stream))
    // as a reader gets them, but without another trip of what was just sent
    return given.map(({ expected: _, ...row }) => {
      const at = written.get(keyOf(row))
      if (!at) throw conflictOf(streams, ({ stream }) => stream === row.stream)
      return {
        ...row,
        ...at,
        at: about.at,
        data: JSON.parse(row.data),
        view: row.view === null ? null : JSON.parse(row.view),
        meta: JSON.parse(row.meta),
      }
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'event_stream_version')) throw error
    const { detail = '' } = error as { detail?: string }
    throw conflictOf(streams, ({ stream }) => detail.includes(`(${stream}, `))
  }
}

/** Appends events to one stream, see `appendAll`. */
export function append(
  tx: Tx,
  stream: string,
  expected: number,
  events: readonly StoredEvent[],
  { views, ...about }: { meta: Context; at: Date; views?: readonly (object | undefined)[] },
): Promise<Recorded[]> {
  return appendAll(tx, [{ stream, expected, events, views }], about)
}

/** Appends the only event of a stream of its own, unless it is there: what is said again when a read model is rebuilt. */
export async function appendOnce(
  tx: Tx,
  stream: string,
  event: StoredEvent,
  about: { meta: Context; at: Date },
): Promise<void> {
  await tx.query({
    name: 'kit.append_once',
    text: `
      insert into kit.event (stream, version, type, data, meta, at) values ($1, 1, $2, $3, $4, $5)
      on conflict on constraint event_stream_version do nothing`,
    values: [stream, event.type, toJson(event.data), toJson(about.meta), about.at],
  })
  queueNotification(tx, LOG_CHANNEL)
}
