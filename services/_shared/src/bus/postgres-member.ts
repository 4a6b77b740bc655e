import type { Queryable } from '../db.ts'
import { startLoop } from '../loop.ts'
import type { SubscribeOptions, Subscription } from './port.ts'
import { anyWaiting, channelOf, PARTITIONS } from './postgres-log.ts'
import { type Partition, startPartition } from './postgres-partition.ts'
import type { ProcessBus } from './process-bus.ts'
import { createProgress } from './progress.ts'
import type { Watched } from './watchdog.ts'

/** How soon the death of another member is noticed; joining and leaving is announced. */
const BALANCE_MS = 5_000

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

/**
 * One member of a group: leases its fair share of the partitions with advisory locks, which end with the connection. The
 * members of a process share one.
 */
export async function startMember(
  shared: ProcessBus,
  options: SubscribeOptions,
): Promise<Subscription & Watched> {
  const { group, topics, onError } = options
  const { db, notifier, offsets, sessions } = shared
  const lock = `bus.${group}`
  const balanceChannel = `bus.balance/${group}`
  const owned = new Map<number, Partition>()
  const progress = createProgress()
  let joined = false
  let broken = false

  const onBroken = () => {
    broken = true
    balancing.wake()
  }
  let seat = await sessions.take(group, onBroken)

  async function closeAll(): Promise<void> {
    await Promise.all([...owned.values()].map((loop) => loop.close()))
    await offsets.leave(group, [...owned.keys()])
    owned.clear()
  }

  async function reconnect(): Promise<void> {
    await closeAll()
    seat.leave(new Error(`group ${group} has lost its locks`))
    seat = await sessions.take(group, onBroken)
    joined = false
    broken = false
  }

  async function giveBack(partitions: readonly number[]): Promise<void> {
    if (broken) return
    await seat.query('select pg_advisory_unlock(hashtext($1), n) from unnest($2::int[]) as n', [
      lock,
      partitions,
    ])
    if (joined) await seat.query(`select pg_advisory_unlock_shared(hashtext($1), ${MEMBERSHIP})`, [lock])
  }

  async function release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      await owned.get(partition)?.close()
      await offsets.leave(group, [partition])
      owned.delete(partition)
      await seat.query('select pg_advisory_unlock(hashtext($1), $2::int)', [lock, partition])
    }
    if (partitions.length > 0) notifier.notify(balanceChannel)
  }

  async function balance(): Promise<boolean> {
    if (broken) await reconnect()
    if (!joined) {
      await seat.query(`select pg_advisory_lock_shared(hashtext($1), ${MEMBERSHIP})`, [lock])
      joined = true
      notifier.notify(balanceChannel)
    }
    const members = await membersOf(seat, group)
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
      const { rows } = await seat.query<{ ok: boolean }>(
        'select pg_try_advisory_lock(hashtext($1), $2::int) as ok',
        [lock, partition],
      )
      if (rows[0]?.ok) owned.set(partition, startPartition(shared, options, progress, partition))
    }
    return false
  }
  const onBalanceFault = (error: unknown) => {
    broken = true
    onError(error)
  }
  const balancing = startLoop(balance, { idleMs: BALANCE_MS, onError: onBalanceFault })
  const unlisten = [
    notifier.listen(balanceChannel, () => balancing.wake()),
    ...topics.flatMap((topic) =>
      Array.from({ length: PARTITIONS }, (_, partition) =>
        notifier.listen(channelOf(topic, partition), () => owned.get(partition)?.told(topic)),
      ),
    ),
  ]

  return {
    group,
    answered: progress.answered,
    oldest: progress.oldest,
    async waiting() {
      if (progress.oldest() === undefined) return false // the loop above is our own and can't stop by itself
      await offsets.flush()
      return anyWaiting(db, group, [...owned.keys()])
    },
    async close() {
      for (const stop of unlisten) stop()
      await balancing.close()
      const held = [...owned.keys()]
      await closeAll()
      // given back before the others are told, so that they find the locks free
      const fault = await giveBack(held).then(
        () => undefined,
        (error: Error) => error,
      )
      seat.leave(fault)
      notifier.notify(balanceChannel)
    },
  }
}
