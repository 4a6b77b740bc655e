import { getAddress, isHexString, type JsonRpcProvider, Wallet } from 'ethers'
import type { Clock } from '../clock.ts'
import { currentContext } from '../context.ts'
import type { Db, Queryable, Tx } from '../db.ts'
import { LOG_CHANNEL } from '../handle.ts'
import { withLease } from '../lease.ts'
import { type Loop, paced, startLoop } from '../loop.ts'
import type { Wake } from '../wake.ts'
import { isAccepted } from './tx-broadcast.ts'
import { changeOf, type TxChange } from './tx-change.ts'
import { giveUp, report, TX_SETTINGS, type TxLane, type TxSettings } from './tx-lane.ts'
import { takeUp } from './tx-reserve.ts'
import { watchSettled } from './tx-settled.ts'
import {
  dueJobs,
  expiredJobs,
  findJob,
  findJobByHash,
  liveJobs,
  type Workload,
  workload,
} from './tx-store.ts'
import { watch } from './tx-watch.ts'

export type { TxChange } from './tx-change.ts'

/** A transaction that shall happen on chain at most once. */
export type TxJob = {
  /** the caller's own id: the same one twice is one job */
  id: string
  /** address of the key that signs; a queue runs for it in this service */
  signer: string
  to: string
  /** calldata, 0x… */
  data: string
  /** wei of the native coin */
  value?: bigint
  /** the job fails when it hasn't taken a nonce by then */
  deadline: Date
}

/**
 * Asks for a transaction, inside the caller's database transaction. The queue of the signer takes it up after the
 * commit. Asking for the same again changes nothing, not even the deadline.
 * @throws Error when the id was used for something else, or an address or the data can't be read
 */
export async function enqueue(tx: Tx, job: TxJob): Promise<void> {
  const signer = getAddress(job.signer).toLowerCase()
  const recipient = getAddress(job.to).toLowerCase()
  if (!isHexString(job.data, true)) throw new Error(`chain job ${job.id} has calldata that isn't hex`)
  const wanted = [signer, recipient, job.data.toLowerCase(), job.value ?? 0n]
  const stored = await tx.query(
    // due at once, by whatever clock the queue goes
    `insert into kit.chain_tx (id, signer, recipient, data, value, deadline, correlation_id, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'epoch') on conflict (id) do nothing`,
    [job.id, ...wanted, job.deadline, currentContext().correlationId],
  )
  if (stored.rowCount === 1) return
  const same = await tx.query(
    'select 1 from kit.chain_tx where id = $1 and signer = $2 and recipient = $3 and data = $4 and value = $5',
    [job.id, ...wanted],
  )
  if (same.rowCount !== 1) throw new Error(`chain job ${job.id} was asked for with other content`)
}

/**
 * Takes a job back while nothing of it can reach the chain (SP-30), inside the caller's transaction; `onChange` isn't
 * called for it.
 * @returns false when the job has taken a nonce, has ended, or doesn't exist: whoever cares watches what becomes of it
 */
export async function cancelJob(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.query(
    `update kit.chain_tx set status = 'canceled', version = version + 1, updated_at = now()
     where id = $1 and status = 'pending'`,
    [id],
  )
  return result.rowCount === 1
}

export type TxRecord = TxChange & { nonce: number | null; block: bigint | null; correlationId: string }

/** A job as it stands; undefined when nobody asked for it. */
export async function jobById(db: Queryable, id: string): Promise<TxRecord | undefined> {
  const job = await findJob(db, id)
  return job && { ...changeOf(job), nonce: job.nonce, block: job.block, correlationId: job.correlation_id }
}

/** The job that a transaction hash belongs to, also one that was replaced. */
export async function jobByHash(db: Queryable, hash: string): Promise<TxRecord | undefined> {
  const job = await findJobByHash(db, hash)
  return job && { ...changeOf(job), nonce: job.nonce, block: job.block, correlationId: job.correlation_id }
}

export type TxQueueDeps = {
  db: Db
  wake: Wake
  now: Clock
  onError: (error: unknown) => void
  /** see client.ts; the caller closes it after the queue */
  provider: JsonRpcProvider
  /** keys of this service alone: one key, one queue, one chain */
  wallets: readonly { privateKey: string }[]
  /** blocks that a receipt must be deep to count, itself included; 1 trusts the head */
  confirmations: number
  /**
   * Told of every visible change of a job in the transaction that stores it, under the correlation id of the job. It may
   * run again after a lost race. When it throws, the change isn't stored and is made again later. A reorganisation deeper
   * than the confirmations tells again of a job that had ended: mined → sent → mined or failed, failed → mined.
   */
  onChange: (tx: Tx, change: TxChange) => Promise<void>
  settings?: Partial<TxSettings>
}

const IDLE_MS = 2_000
/** However many jobs come, they are looked for at most so often. */
const LOOK_MS = 20

/** One pass over everything that a key has to do. @returns when there will be more, in ms; false: when woken */
async function pass(lane: TxLane): Promise<number | false> {
  const { db, signer, chainId, settings, memory } = lane
  const now = lane.now()
  for (const job of await expiredJobs(db, signer, now))
    await giveUp(lane, job, { failed_reason: 'the deadline passed' }, false) // SP-24
  const live = await liveJobs(db, signer, chainId)
  if (live.length > 0 && now.getTime() - memory.watchedAt >= settings.pollMs) {
    memory.watchedAt = now.getTime()
    await watch(lane, live)
  }
  if (now.getTime() - memory.settledAt >= settings.rebroadcastMs) {
    await watchSettled(lane)
    memory.settledAt = now.getTime()
  }
  const held = await liveJobs(db, signer, chainId)
  // no further nonce while an earlier one isn't with the node: it could become a gap
  const room = held.every(isAccepted) ? settings.maxInFlight - held.length : 0
  const due = room > 0 && !lane.closing() ? await dueJobs(db, signer, lane.now(), room) : []
  if (due.length > 0) await takeUp(lane, due, held)
  return pauseFor(lane, await workload(db, signer, chainId))
}

/** @returns how long there is nothing to do, in ms; false: until woken */
function pauseFor({ settings, memory, now }: TxLane, { live, watched, dueAt }: Workload): number | false {
  if (live) return settings.pollMs // a waiting job may be due earlier, but there may be no room for it
  const times = watched ? [memory.settledAt + settings.rebroadcastMs] : []
  if (dueAt) times.push(dueAt.getTime())
  return times.length === 0 ? false : Math.max(1, Math.min(...times) - now().getTime())
}

function startLane(deps: TxQueueDeps, wallet: Wallet): Loop {
  let closed = false
  const signer = wallet.address.toLowerCase()
  const lane: TxLane = {
    ...deps,
    settings: { ...TX_SETTINGS, ...deps.settings },
    wallet,
    signer,
    chainId: deps.provider._network.chainId,
    closing: () => closed,
    memory: {
      watchedAt: 0,
      settledAt: 0,
      shortSince: undefined,
      broadcastAt: new Map(),
      mined: new Set(),
      floor: { nonce: 0, at: 0 },
      gapSince: undefined,
    },
  }
  const step = async () => {
    const work = await workload(deps.db, signer, lane.chainId)
    const rest = work.live ? 1 : pauseFor(lane, work)
    if (rest === false || rest > 1) return rest
    const name = `talad.chain-tx.${lane.chainId}.${signer}`
    return (await withLease(deps.db, name, () => pass(lane))) ?? lane.settings.pollMs
  }
  const loop = startLoop(step, {
    idleMs: IDLE_MS,
    onError: (error) => report(lane, `chain queue of ${signer}`, error),
  })
  const hint = paced(LOOK_MS, () => loop.wake())
  const unlisten = deps.wake.listen(LOG_CHANNEL, () => hint.wake())
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

/**
 * Runs the queue of each key: jobs get their nonces in the order in which they were asked for, several under way at a
 * time, and each happens on chain at most once (CA-46, CA-47). Among the processes of a service one works per key.
 * With nothing to do it reads one row every 2 s and asks the node nothing.
 * @throws Error when a key can't be read or `confirmations` is below 1
 */
export function startTxQueue(deps: TxQueueDeps): Loop {
  if (deps.confirmations < 1)
    throw new Error('a transaction counts when it is in a block: confirmations >= 1')
  const loops = deps.wallets.map(({ privateKey }) => startLane(deps, new Wallet(privateKey)))
  return {
    wake() {
      for (const loop of loops) loop.wake()
    },
    async close() {
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}
