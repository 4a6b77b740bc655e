import type { Queryable } from './db.ts'

/** What a reader of a log (its relay, a read model) has still to read. */
export type ReaderLag = {
  reader: string
  /** events, up to the limit */
  events: number
  /** there are at least as many */
  isLimited: boolean
  /** age of the oldest of them */
  oldestMs: number
}

/**
 * How far each reader of a service's log is behind.
 * @param readers those that there should be: who has never read has read nothing
 * @param limit events counted for each, at most
 */
export async function readerLags(
  db: Queryable,
  readers: readonly string[],
  limit: number,
): Promise<ReaderLag[]> {
  const found = await db.query<{ reader: string; events: number; oldest_ms: number | null }>(
    `select n.name as reader, behind.events, behind.oldest_ms
     from (select name from kit.reader union select unnest($2::text[])) n
     left join kit.reader r on r.name = n.name
     cross join lateral (
       select count(*)::int as events, (extract(epoch from now() - min(at)) * 1000)::float8 as oldest_ms
       from (select at from kit.event e
             where (e.txid, e.position) > (coalesce(r.txid, '0'::xid8), coalesce(r.position, 0))
             order by e.txid, e.position limit $1) unread) behind
     order by n.name`,
    [limit, readers],
  )
  return found.rows.map(({ reader, events, oldest_ms: oldestMs }) => ({
    reader,
    events,
    isLimited: events >= limit,
    oldestMs: Math.max(0, Math.round(oldestMs ?? 0)),
  }))
}
