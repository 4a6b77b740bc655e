import { createHash, randomUUID } from 'node:crypto'
import { type Db, inTx, openDb } from '../db.ts'
import { startLoop } from '../loop.ts'
import { createWake, type Wake } from '../wake.ts'
import type { Bus, InMessage, OutMessage, SubscribeOptions, Subscription } from './port.ts'

const PARTITIONS = 4
const MEMBER_TTL = '3 seconds'
const HEARTBEAT_MS = 1_000

const SCHEMA = `
  create table if not exists message (
    topic text not null, partition integer not null, txid xid8 not null default pg_current_xact_id(),
    seq bigint generated always as identity, id text not null, key text not null, type text not null,
    payload bytea not null, headers jsonb not null, time timestamptz not null,
    published_at timestamptz not null default now(),
    primary key (topic, partition, txid, seq));
  create index if not exists message_published on message (topic, published_at);
  create table if not exists group_offset (
    consumer_group text not null, topic text not null, partition integer not null,
    txid xid8 not null default '0', seq bigint not null default 0,
    primary key (consumer_group, topic, partition));
  create table if not exists member (
    consumer_group text not null, id text not null, seen_at timestamptz not null,
    primary key (consumer_group, id))`

type MessageRow = Omit<InMessage, 'offset'> & { txid: string; seq: bigint }

/** The same key always lies in the same partition. */
function partitionOf(key: string): number {
  return createHash('md5').update(key).digest().readUInt32BE(0) % PARTITIONS
}

async function insert(db: Db, messages: readonly OutMessage[]): Promise<void> {
  await db.query({
    name: 'bus.publish',
    text: `
      insert into message (topic, partition, id, key, type, payload, headers, time)
      select m.topic, m.partition, m.id, m.key, m.type, m.payload, m.headers::jsonb, m.time
      from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::timestamptz[])
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

/** What waits for a group in one partition: gap-free, as in the event log (txid below every running transaction). */
async function fetchBatch(
  db: Db,
  group: string,
  topic: string,
  partition: number,
  limit: number,
): Promise<MessageRow[]> {
  const result = await db.query<MessageRow>({
    name: 'bus.fetch',
    text: `
      select m.topic, m.partition, m.txid::text as txid, m.seq, m.id, m.key, m.type, m.payload, m.headers, m.time
      from message m left join group_offset o
        on o.consumer_group = $1 and o.topic = m.topic and o.partition = m.partition
      where m.topic = $2 and m.partition = $3
        and (m.txid, m.seq) > (coalesce(o.txid, '0'::xid8), coalesce(o.seq, 0))
        and m.txid < pg_snapshot_xmin(pg_current_snapshot())
      order by m.txid, m.seq limit $4`,
    values: [group, topic, partition, limit],
  })
  return result.rows
}

async function saveOffset(db: Db, group: string, row: MessageRow): Promise<void> {
  await db.query({
    name: 'bus.save_offset',
    text: `
      insert into group_offset (consumer_group, topic, partition, txid, seq) values ($1, $2, $3, $4::xid8, $5)
      on conflict (consumer_group, topic, partition) do update set txid = excluded.txid, seq = excluded.seq`,
    values: [group, row.topic, row.partition, row.txid, row.seq],
  })
}

/** One member of a group: leases its fair share of the partitions with advisory locks on a connection of its own. */
async function subscribe(db: Db, wake: Wake, options: SubscribeOptions): Promise<Subscription> {
  const { group, topics, handle, onError } = options
  const id = randomUUID()
  const owned = new Map<number, ReturnType<typeof startLoop>>()
  const lockName = (partition: number) => `bus.${group}.${partition}`

  async function drain(partition: number): Promise<boolean> {
    let some = false
    for (const topic of topics) {
      const rows = await fetchBatch(db, group, topic, partition, options.maxBatch ?? 64)
      const last = rows.at(-1)
      if (!last) continue
      await handle(rows.map((row) => ({ ...row, offset: `${row.txid}.${row.seq}` })))
      await saveOffset(db, group, last)
      some = true
    }
    return some
  }

  const unlisten = topics.map((topic) =>
    wake.listen(topic, () => {
      for (const loop of owned.values()) loop.wake()
    }),
  )

  let client = await db.connect()
  let broken = false
  const onBroken = () => {
    broken = true
  }
  client.on('error', onBroken)

  async function reconnect(): Promise<void> {
    await Promise.all([...owned.values()].map((loop) => loop.close()))
    owned.clear()
    client.release(true)
    client = await db.connect()
    client.on('error', onBroken)
    broken = false
  }

  async function balance(): Promise<boolean> {
    if (broken) await reconnect()
    await client.query(
      `insert into member (consumer_group, id, seen_at) values ($1, $2, now())
       on conflict (consumer_group, id) do update set seen_at = now()`,
      [group, id],
    )
    const members = await client.query<{ count: bigint }>(
      `select count(*) as count from member where consumer_group = $1 and seen_at > now() - interval '${MEMBER_TTL}'`,
      [group],
    )
    const share = Math.ceil(PARTITIONS / Math.max(1, Number(members.rows[0]?.count ?? 1n)))
    for (const [partition, loop] of [...owned].slice(share)) {
      await loop.close()
      owned.delete(partition)
      await client.query('select pg_advisory_unlock(hashtext($1))', [lockName(partition)])
    }
    for (let partition = 0; partition < PARTITIONS && owned.size < share; partition++) {
      if (owned.has(partition)) continue
      const lock = await client.query<{ ok: boolean }>('select pg_try_advisory_lock(hashtext($1)) as ok', [
        lockName(partition),
      ])
      if (lock.rows[0]?.ok)
        owned.set(
          partition,
          startLoop(() => drain(partition), { idleMs: 2_000, onError }),
        )
    }
    return false
  }
  const onBalanceFault = (error: unknown) => {
    broken = true
    onError(error)
  }
  const balancing = startLoop(balance, { idleMs: HEARTBEAT_MS, onError: onBalanceFault })

  return {
    async close() {
      for (const stop of unlisten) stop()
      await balancing.close()
      await Promise.all([...owned.values()].map((loop) => loop.close()))
      await client
        .query('delete from member where consumer_group = $1 and id = $2', [group, id])
        .catch(() => undefined) // the member's time runs out by itself
      client.release(true) // ends the session and with it its locks
    },
  }
}

/** The end of a topic in one partition is the newest row whose predecessors have all ended. */
const CURSOR_AT = `
  select partition, txid, seq from (
    select distinct on (p.partition) p.partition, coalesce(m.txid, '0'::xid8) as txid, coalesce(m.seq, 0) as seq
    from generate_series(0, ${PARTITIONS - 1}) as p (partition)
    left join message m on m.topic = $2 and m.partition = p.partition and m.published_at < $3
      and m.txid < pg_snapshot_xmin(pg_current_snapshot())
    order by p.partition, m.txid desc nulls last, m.seq desc) c`

/**
 * The embedded bus: a log table in a database of its own, offsets by group, woken by LISTEN/NOTIFY.
 * @param url of a database that this bus may create its tables in
 */
export async function connectPostgresBus(
  url: string,
  options: { onError: (error: unknown) => void },
): Promise<Bus> {
  const db = openDb(url, { owner: true, max: 40, name: 'bus', onError: options.onError })
  await inTx(db, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('bus.schema'))`)
    await tx.query(SCHEMA)
  })
  const wake = createWake(db, options)
  return {
    async publish(messages) {
      if (messages.length === 0) return
      await insert(db, messages)
      for (const topic of new Set(messages.map((message) => message.topic))) wake.notify(topic)
    },
    subscribe: (subscription) => subscribe(db, wake, subscription),
    async seek(group, topic, to) {
      const before = to === 'start' ? new Date(0) : to === 'end' ? new Date(8.64e15) : to
      await db.query(
        `insert into group_offset (consumer_group, topic, partition, txid, seq)
         select $1, $2, partition, txid, seq from (${CURSOR_AT}) cursors
         on conflict (consumer_group, topic, partition) do update set txid = excluded.txid, seq = excluded.seq`,
        [group, topic, before.getTime() === 8.64e15 ? 'infinity' : before],
      )
    },
    async lag(group) {
      const result = await db.query<{ topic: string; partition: number; lag: bigint }>(
        `select o.topic, o.partition, count(m.seq) as lag from group_offset o
         left join message m on m.topic = o.topic and m.partition = o.partition and (m.txid, m.seq) > (o.txid, o.seq)
         where o.consumer_group = $1 group by o.topic, o.partition order by 1, 2`,
        [group],
      )
      return result.rows
    },
    async ensureTopics() {
      // a topic is a value in a column here
    },
    async close() {
      await wake.close()
      await db.end()
    },
  }
}
