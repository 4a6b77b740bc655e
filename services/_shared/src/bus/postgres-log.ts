import { createHash } from 'node:crypto'
import { columns, type Db, type Queryable } from '../db.ts'
import type { InMessage, Lag, OutMessage } from './port.ts'

/** How many ordered lanes a topic has here; messages of one key share one. */
export const PARTITIONS = 4

export const SCHEMA = `
  create table if not exists message (
    topic text not null, partition integer not null, seq bigint generated always as identity,
    id text not null, key text not null, type text not null,
    payload bytea not null, headers jsonb not null, time timestamptz not null,
    published_at timestamptz not null default now(),
    primary key (topic, partition, seq));
  create index if not exists message_published on message (topic, published_at);
  create table if not exists group_offset (
    consumer_group text not null, topic text not null, partition integer not null, seq bigint not null default 0,
    primary key (consumer_group, topic, partition));
  -- partitions that no longer have all that was ever published to them
  create table if not exists pruned (topic text not null, partition integer not null, primary key (topic, partition));
  do $$ begin
    -- databases in which the transaction's id was a part of the order: it means nothing after a restore
    if exists (select from pg_attribute where attrelid = 'message'::regclass and attname = 'txid' and not attisdropped)
    then
      alter table message drop column txid, add primary key (topic, partition, seq);
      alter table group_offset drop column txid;
    end if;
  end $$`

/** The same key always lies in the same partition. */
export function partitionOf(key: string): number {
  return createHash('md5').update(key).digest().readUInt32BE(0) % PARTITIONS
}

/** The channel that tells members that something new lies in a partition. */
export function channelOf(topic: string, partition: number): string {
  return `${topic}/${partition}`
}

/**
 * Stores messages in the given order, all or none. Who publishes to a partition waits for whoever does so at this moment:
 * the lock is let go when the commit can be seen, and a number is taken under it. So numbers grow in the order of the
 * commits, what a reader sees of a partition has no gaps, and nobody has to wait for transactions that are none of the bus.
 */
export async function insertMessages(db: Db, messages: readonly OutMessage[]): Promise<void> {
  await db.query({
    name: 'bus.publish',
    text: `
      with places as (
        select distinct topic, partition from unnest($1::text[], $2::int[]) as p (topic, partition)
        order by topic, partition),
      locks as materialized (
        select pg_advisory_xact_lock(hashtextextended('bus.publish ' || topic, partition)) is null as taken from places),
      turn as materialized (select count(taken) from locks)
      insert into message (topic, partition, id, key, type, payload, headers, time)
      select m.topic, m.partition, m.id, m.key, m.type, m.payload, m.headers::jsonb, m.time
      from turn, unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[],
          $8::timestamptz[])
        with ordinality as m (topic, partition, id, key, type, payload, headers, time, n)
      order by m.n`,
    values: [
      messages.map((m) => m.topic),
      messages.map((m) => partitionOf(m.key)),
      messages.map((m) => m.id),
      messages.map((m) => m.key),
      messages.map((m) => m.type),
      messages.map((m) => Buffer.from(m.payload)),
      messages.map((m) => JSON.stringify(m.headers)),
      messages.map((m) => m.time),
    ],
  })
}

type MessageRow = Omit<InMessage, 'offset'> & { seq: bigint }
/** `last`: the offset behind which the next batch begins; undefined when nothing was found. */
export type Fetched = { messages: InMessage[]; last: bigint | undefined }

/** A place in a partition, and how many messages behind it are wanted at most. */
export type Wanted = { topic: string; partition: number; after: bigint; limit: number }

/** What lies after each of these places, without a gap: see `insertMessages`. */
export async function fetchBatches(db: Queryable, wanted: readonly Wanted[]): Promise<Fetched[]> {
  const { rows } = await db.query<MessageRow & { n: number }>({
    name: 'bus.fetch',
    text: `
      select wanted.n::int as n, m.* from unnest($1::text[], $2::int[], $3::bigint[])
        with ordinality as wanted (topic, partition, after, n)
      cross join lateral (
        select topic, partition, seq, id, key, type, payload, headers, time from message
        where topic = wanted.topic and partition = wanted.partition and seq > wanted.after
        order by seq limit $4) m
      order by wanted.n, m.seq`,
    values: [
      ...columns(
        wanted,
        ({ topic }) => topic,
        ({ partition }) => partition,
        ({ after }) => after,
      ),
      Math.max(...wanted.map(({ limit }) => limit)),
    ],
  })
  const byPlace = Map.groupBy(rows, ({ n }) => n)
  return wanted.map(({ limit }, index) => {
    const found = (byPlace.get(index + 1) ?? []).slice(0, limit)
    const messages = found.map(({ seq, n: _, ...message }) => ({ ...message, offset: `${seq}` }))
    return { messages, last: found.at(-1)?.seq }
  })
}

/**
 * The last offset that a group has handled; groups that are new to a topic are noted at its beginning, so that their lag is
 * known.
 * @param onPruned told when a group stands at the beginning of a partition of which messages were removed
 */
export async function loadOffset(
  db: Queryable,
  group: string,
  topic: string,
  partition: number,
  onPruned: () => void,
): Promise<bigint> {
  await db.query(
    `insert into group_offset (consumer_group, topic, partition) values ($1, $2, $3) on conflict do nothing`,
    [group, topic, partition],
  )
  const { rows } = await db.query<{ seq: bigint; is_pruned: boolean }>(
    `select seq, seq = 0 and exists (select from pruned p where p.topic = $2 and p.partition = $3) as is_pruned
     from group_offset where consumer_group = $1 and topic = $2 and partition = $3`,
    [group, topic, partition],
  )
  if (rows[0]?.is_pruned) onPruned()
  return rows[0]?.seq ?? 0n
}

/** How far a group has come in a partition. */
export type Offset = { group: string; topic: string; partition: number; seq: bigint }

/** Moves groups forward; a member that lost its lease without noticing can't move one back. */
export async function saveOffsets(db: Queryable, offsets: readonly Offset[]): Promise<void> {
  await db.query({
    name: 'bus.save_offsets',
    text: `
      update group_offset o set seq = p.seq
      from unnest($1::text[], $2::text[], $3::int[], $4::bigint[]) as p (consumer_group, topic, partition, seq)
      where o.consumer_group = p.consumer_group and o.topic = p.topic and o.partition = p.partition and o.seq < p.seq`,
    values: columns(
      offsets,
      ({ group }) => group,
      ({ topic }) => topic,
      ({ partition }) => partition,
      ({ seq }) => seq,
    ),
  })
}

/** Before the first row published at or after a time; where there is none, behind the last one; null: no row is left. */
const OFFSETS = `
  select p.partition, case when $3 = '-infinity'::timestamptz then 0 else coalesce(first.seq - 1, last.seq) end as seq
  from generate_series(0, ${PARTITIONS - 1}) as p (partition)
  left join lateral (
    select seq from message m
    where m.topic = $2 and m.partition = p.partition and m.published_at >= $3
    order by seq limit 1) first on true
  left join lateral (
    select seq from message m
    where m.topic = $2 and m.partition = p.partition
    order by seq desc limit 1) last on true`

export async function seekOffsets(
  db: Queryable,
  group: string,
  topic: string,
  to: 'start' | 'end' | Date | { atMost: Date },
): Promise<void> {
  if (typeof to === 'object' && 'atMost' in to) {
    await db.query(
      `update group_offset o set seq = least(o.seq, offsets.seq) from (${OFFSETS}) offsets
       where o.consumer_group = $1 and o.topic = $2 and o.partition = offsets.partition`,
      [group, topic, to.atMost],
    )
    return
  }
  const from = to === 'start' ? '-infinity' : to === 'end' ? 'infinity' : to
  await db.query(
    `insert into group_offset (consumer_group, topic, partition, seq)
     select $1, $2, partition, coalesce(seq, 0) from (${OFFSETS}) offsets
     on conflict (consumer_group, topic, partition) do update set seq = excluded.seq`,
    [group, topic, from],
  )
}

export const ANY_WAITING = `
  select from group_offset o
  join lateral (
    select from message m
    where m.topic = o.topic and m.partition = o.partition and m.seq > o.seq
    order by m.seq limit 1) m on true
  where o.consumer_group = $1 and o.partition = any($2) limit 1`

/** Whether anything lies behind a group in some partitions: the first row answers, however many there are. */
export async function anyWaiting(
  db: Queryable,
  group: string,
  partitions: readonly number[],
): Promise<boolean> {
  const values = [group, partitions]
  const result = await db.query({ name: 'bus.any_waiting', text: ANY_WAITING, values })
  return result.rowCount === 1
}

export async function lagOf(db: Queryable, group: string): Promise<Lag[]> {
  const result = await db.query<Lag>(
    `select o.topic, o.partition, count(m.seq) as lag from group_offset o
     left join message m on m.topic = o.topic and m.partition = o.partition and m.seq > o.seq
     where o.consumer_group = $1 group by o.topic, o.partition order by 1, 2`,
    [group],
  )
  return result.rows
}
