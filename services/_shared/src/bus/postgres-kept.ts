import type { Queryable } from '../db.ts'
import { PARTITIONS } from './postgres-log.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Whether a group has handled all that was published before a time. The oldest message that it has not handled tells, as
 * those of a partition are published in their order, but for the moments that publishers wait for one another.
 */
export async function hasHandledUntil(db: Queryable, group: string, at: Date): Promise<boolean> {
  const result = await db.query<{ known: boolean; behind: boolean }>(
    // a partition of which the group has no offset yet is one that it has not begun
    `select count(o.seq) > 0 as known, coalesce(bool_or(next.published_at < $2), false) as behind
     from (select distinct topic from group_offset where consumer_group = $1) t
     cross join generate_series(0, ${PARTITIONS - 1}) as p (partition)
     left join group_offset o on o.consumer_group = $1 and o.topic = t.topic and o.partition = p.partition
     left join lateral (
       select published_at from message m
       where m.topic = t.topic and m.partition = p.partition and m.seq > coalesce(o.seq, 0)
       order by m.seq limit 1) next on true`,
    [group, at],
  )
  const [found] = result.rows
  return found?.known === true && !found.behind
}

/** Each partition is looked at from its oldest end, and no further than the limit. */
const PRUNE = `
  with recursive lane as (
    (select topic, partition from message order by topic, partition limit 1)
    union all
    select next.topic, next.partition from lane l cross join lateral (
      select topic, partition from message m where (m.topic, m.partition) > (l.topic, l.partition)
      order by topic, partition limit 1) next),
  old as (
    select m.topic, m.partition, m.seq from lane l cross join lateral (
      select topic, partition, seq, published_at from message m
      where m.topic = l.topic and m.partition = l.partition
      order by seq limit $2) m
    where m.published_at < $1 and not exists (
      select from group_offset o where o.topic = m.topic and o.partition = m.partition and o.seq < m.seq)
    limit $2),
  noted as (
    insert into pruned (topic, partition) select distinct topic, partition from old on conflict do nothing)
  delete from message m using old
  where m.topic = old.topic and m.partition = old.partition and m.seq = old.seq`

export async function pruneMessages(
  db: Queryable,
  { now, limit = 1_000 }: { now: Date; limit?: number },
): Promise<number> {
  const result = await db.query(PRUNE, [new Date(now.getTime() - KEPT_MS), limit])
  return result.rowCount ?? 0
}

export async function forgetGroup(db: Queryable, group: string): Promise<void> {
  await db.query('delete from group_offset where consumer_group = $1', [group])
}
