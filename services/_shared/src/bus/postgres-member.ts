import type { Db, Queryable } from '../db.ts'
import { startLoop } from '../loop.ts'
import type { Wake } from '../wake.ts'
import type { SubscribeOptions, Subscription } from './port.ts'
import { channelOf, fetchBatch, lagOf, loadPlace, PARTITIONS, type Place, savePlace } from './postgres-log.ts'
import { createProgress, type Progress } from './progress.ts'
import type { Watched } from './watchdog.ts'

const MAX_BATCH = 64
/** How soon the death of another member is noticed; joining and leaving is announced. */
const BALANCE_MS = 5_000
/** A member looks by itself now and then, in case a notification was lost. */
const POLL_MS = 10_000

/** Locks of a group: one per partition, and one that all members share. They end with the connection that holds them. */
const MEMBERSHIP = 1_000

/** The members of a group, by the server processes that hold its shared lock, in the same order for everybody. */
export async function membersOf(db: Queryable, group: string): Promise<{ me: boolean }[]> {
  const result = await db.query<{ me: boolean }>({
    name: 'bus.members',
    text: `
      select pid = pg_backend_pid() as me from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and objid = ${MEMBERSHIP}
        and classid::bigint = (hashtext($1)::bigint & 4294967295)
        and database = (select oid from pg_database where datname = current_database())
      order by pid`,
    values: [`bus.${group}`],
  })
  return result.rows
}

/** How many partitions a member of this rank may hold: even shares, the first ones take the rest. */
function shareOf(rank: number, members: number): number {
  return Math.floor(PARTITIONS / members) + (rank < PARTITIONS % members ? 1 : 0)
}

/** The work on one partition of every topic of the subscription, for as long as the lease lasts. */
type Partition = {
  /** there is something new in this topic */
  told(topic: string): void
  close(): Promise<void>
}

function startPartition(db: Db, options: SubscribeOptions, progress: Progress, partition: number): Partition {
  const { group, topics, handle, onError, maxBatch = MAX_BATCH } = options
  const places = new Map<string, Place>() // read once: nobody else moves the group while the lease lasts
  const told = new Set<string>()
  const step = async () => {
    let more = false
    // without a word of what is new, after a pause or a fault, every topic is looked at
    const looks = told.size > 0 ? [...told] : topics
    told.clear()
    for (const topic of looks) {
      const place = places.get(topic) ?? (await loadPlace(db, group, topic, partition))
      places.set(topic, place)
      const { messages, last } = await fetchBatch(db, topic, partition, place, maxBatch)
      const full = messages.length === maxBatch
      more ||= full
      if (full) told.add(topic)
      if (!last) continue
      const answered = progress.begin()
      await handle(messages).finally(answered)
      await savePlace(db, group, topic, partition, last)
      places.set(topic, last)
    }
    return more
  }
  const onFault = (error: unknown) => {
    told.clear()
    onError(error)
  }
  const loop = startLoop(step, { idleMs: POLL_MS, onError: onFault })
  return {
    told(topic) {
      told.add(topic)
      loop.wake()
    },
    close: () => loop.close(),
  }
}

/** One member of a group: leases its fair share of the partitions with advisory locks on a connection of its own. */
export async function startMember(
  db: Db,
  wake: Wake,
  options: SubscribeOptions,
): Promise<Subscription & Watched> {
  const { group, topics, onError } = options
  const lock = `bus.${group}`
  const balanceChannel = `bus.balance/${group}`
  const owned = new Map<number, Partition>()
  const progress = createProgress()
  let client = await db.connect()
  let joined = false
  let broken = false

  const onBroken = () => {
    broken = true
    balancing.wake()
  }

  async function reconnect(): Promise<void> {
    await Promise.all([...owned.values()].map((loop) => loop.close()))
    owned.clear()
    client.release(true)
    client = await db.connect()
    client.on('error', onBroken)
    joined = false
    broken = false
  }

  async function release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      await owned.get(partition)?.close()
      owned.delete(partition)
      await client.query('select pg_advisory_unlock(hashtext($1), $2::int)', [lock, partition])
    }
    if (partitions.length > 0) wake.notify(balanceChannel)
  }

  async function balance(): Promise<boolean> {
    if (broken) await reconnect()
    if (!joined) {
      await client.query(`select pg_advisory_lock_shared(hashtext($1), ${MEMBERSHIP})`, [lock])
      joined = true
      wake.notify(balanceChannel)
    }
    const members = await membersOf(client, group)
    const share = shareOf(
      Math.max(
        0,
        members.findIndex(({ me }) => me),
      ),
      Math.max(1, members.length),
    )
    await release([...owned.keys()].slice(share))
    for (let partition = 0; partition < PARTITIONS && owned.size < share; partition++) {
      if (owned.has(partition)) continue
      const { rows } = await client.query<{ ok: boolean }>(
        'select pg_try_advisory_lock(hashtext($1), $2::int) as ok',
        [lock, partition],
      )
      if (rows[0]?.ok) owned.set(partition, startPartition(db, options, progress, partition))
    }
    return false
  }
  const onBalanceFault = (error: unknown) => {
    broken = true
    onError(error)
  }
  const balancing = startLoop(balance, { idleMs: BALANCE_MS, onError: onBalanceFault })
  client.on('error', onBroken)
  const unlisten = [
    wake.listen(balanceChannel, () => balancing.wake()),
    ...topics.flatMap((topic) =>
      Array.from({ length: PARTITIONS }, (_, partition) =>
        wake.listen(channelOf(topic, partition), () => owned.get(partition)?.told(topic)),
      ),
    ),
  ]

  return {
    group,
    answered: progress.answered,
    oldest: progress.oldest,
    async waiting() {
      if (progress.oldest() === undefined) return 0n // the loop above is our own and can't stop by itself
      return (await lagOf(db, group)).reduce(
        (sum, { partition, lag }) => (owned.has(partition) ? sum + lag : sum),
        0n,
      )
    },
    async close() {
      for (const stop of unlisten) stop()
      await balancing.close()
      await Promise.all([...owned.values()].map((loop) => loop.close()))
      // given back before the others are told, so that they find the locks free
      const fault = await client.query('select pg_advisory_unlock_all()').then(
        () => undefined,
        (error: Error) => error,
      )
      client.off('error', onBroken)
      client.release(fault)
      wake.notify(balanceChannel)
    },
  }
}
