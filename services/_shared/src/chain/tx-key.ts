import type { Wallet } from 'ethers'
import { isConnectionFault } from '../db.ts'
import { withLease } from '../lease.ts'
import { type Loop, startLoop, throttle } from '../loop.ts'
import { isAccepted } from './tx-broadcast.ts'
import { dueJobs, expiredJobs, type Workload, workload } from './tx-due.ts'
import { watchIncluded } from './tx-included.ts'
import { giveUp, report, TX_SETTINGS, type TxLane, type TxPool, type TxQueueDeps, takes } from './tx-lane.ts'
import { takeUp } from './tx-reserve.ts'
import { watchSettled } from './tx-settled.ts'
import { type Job, jobsInFlight, type LiveJob, TX_CHANNEL } from './tx-store.ts'
import { watchInFlight } from './tx-watch.ts'

const IDLE_MS = 2_000
/** However many jobs come, they are looked for at most so often, a fraction of a block's time: several go out together. */
const LOOK_MS = 200
/** The rest after a look that left something for now, which another key has in hand. */
const REST_MS = 100

/** Jobs for this key alone: keys that look at the same time don't try the same ones. */
async function claim(lane: TxLane, room: number): Promise<Job[]> {
  const { lanes, claimed } = lane.pool
  const due = await dueJobs(lane.db, takes(lane), lane.now(), room * lanes.length)
  const free = due.filter(({ id }) => !claimed.has(id)).slice(0, room)
  for (const { id } of free) claimed.add(id)
  return free
}

async function takeUpDue(lane: TxLane, inFlight: readonly LiveJob[]): Promise<void> {
  // no further nonce while an earlier one isn't with the node: it could become a gap
  const room = inFlight.every(isAccepted) ? lane.settings.maxInFlight - inFlight.length : 0
  if (room <= 0 || lane.closing()) return
  const jobs = await claim(lane, room)
  try {
    if (jobs.length > 0) await takeUp(lane, jobs, inFlight)
  } finally {
    for (const { id } of jobs) lane.pool.claimed.delete(id)
  }
}

const workloadOf = (lane: TxLane) => workload(lane.db, takes(lane), lane.chainId, lane.now())

/** One pass over everything that a key has to do. @returns when there will be more, in ms; false: when woken */
async function pass(lane: TxLane, { expired }: Workload): Promise<number | false> {
  const { db, settings, memory } = lane
  const now = lane.now()
  for (const job of expired ? await expiredJobs(db, takes(lane), now) : [])
    await giveUp(lane, job, { failed_reason: 'the deadline passed' }, false).catch((error: unknown) => {
      if (isConnectionFault(error)) throw error
      report(lane, `chain job ${job.id} can't be given up`, error) // the others go on
    }) // SP-24
  if (now.getTime() - memory.watchedAt >= settings.pollMs) {
    memory.watchedAt = now.getTime()
    await watchIncluded(lane)
    await watchInFlight(lane)
  }
  if (now.getTime() - memory.settledAt >= settings.rebroadcastMs) {
    await watchSettled(lane)
    memory.settledAt = now.getTime()
  }
  await takeUpDue(lane, await jobsInFlight(db, lane))
  const work = await workloadOf(lane)
  // what was left for now is not looked at again at once
  const rest = untilDue(lane, work.live ? { ...work, dueAt: null } : work)
  return rest === undefined ? false : Math.max(Math.min(REST_MS, settings.pollMs), rest)
}

/** How long there is nothing to do, in ms; 0 or less: there is; undefined: until woken. */
function untilDue({ settings, memory, now }: TxLane, work: Workload): number | undefined {
  const times: number[] = []
  if (work.live) times.push(memory.watchedAt + settings.pollMs)
  if (work.watched) times.push(memory.settledAt + settings.rebroadcastMs)
  // without room the next look at the chain makes some, and takes what is due then
  if (work.dueAt && work.inFlight < settings.maxInFlight) times.push(work.dueAt.getTime())
  return times.length === 0 ? undefined : Math.min(...times) - now().getTime()
}

/** Puts one key of a queue to work. */
export function startLane(deps: TxQueueDeps, wallet: Wallet, pool: TxPool): Loop {
  let closed = false
  const signer = wallet.address.toLowerCase()
  const lane: TxLane = {
    ...deps,
    settings: { ...TX_SETTINGS, ...deps.settings },
    wallet,
    signer,
    pool,
    chainId: deps.provider._network.chainId,
    closing: () => closed,
    memory: {
      watchedAt: 0,
      settledAt: 0,
      shortSince: { included: undefined, settled: undefined },
      restsUntil: 0,
      broadcastAt: new Map(),
      floor: { nonce: 0, at: 0 },
      gapSince: undefined,
    },
  }
  pool.lanes.push(lane)
  const step = async () => {
    const work = await workloadOf(lane)
    const rest = untilDue(lane, work)
    if (rest === undefined || rest > 0) return rest ?? false
    const name = `talad.chain-tx.${lane.chainId}.${signer}`
    return (await withLease(deps.db, name, () => pass(lane, work))) ?? lane.settings.pollMs
  }
  const loop = startLoop(step, {
    idleMs: IDLE_MS,
    onError: (error) => report(lane, `chain queue of ${signer}`, error),
  })
  const hint = throttle(LOOK_MS, () => loop.wake())
  const unlisten = deps.notifier.listen(TX_CHANNEL, () => hint.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      closed = true
      unlisten()
      hint.close()
      await loop.close()
    },
  }
}
