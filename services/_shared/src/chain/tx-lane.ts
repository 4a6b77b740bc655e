import type { JsonRpcProvider, Wallet } from 'ethers'
import type { Clock } from '../clock.ts'
import { withContext } from '../context.ts'
import { type Db, inTx, isConnectionFault, type Tx } from '../db.ts'
import { retryOnConflict } from '../lost-race.ts'
import type { Notifier } from '../notifier.ts'
import { describeFault, faultOf, type RpcFault } from './rpc-error.ts'
import { type Asked, contextOf, type Patch, storeChanges, type Told } from './tx-change.ts'
import type { Takes } from './tx-due.ts'
import type { InBlock, Job } from './tx-store.ts'

/** Times of CA-47; tests shorten them. */
export type TxSettings = {
  /** first pause after a transient error, doubled each time up to `maxBackoffMs` */
  backoffMs: number
  maxBackoffMs: number
  /** counted tries after which a person is called for, and the job fails */
  maxRetries: number
  /** the job doesn't fail then, but goes on until its deadline: for what has been paid (SP-24) */
  untilDeadline: boolean
  /** age at which an unmined transaction is replaced */
  stuckMs: number
  /** how often an unmined transaction is handed to the node again, in case it has dropped it */
  rebroadcastMs: number
  /** how often the chain is looked at while anything is under way */
  pollMs: number
  /** transactions that one key has under way at the same time; one that is in a block is no longer */
  maxInFlight: number
  /** the most gas that a job may take, whatever the contracts that it calls would burn */
  maxGas: bigint
  /** how deep a reorganisation is looked out for after a job has ended, in blocks */
  watchBlocks: number
}

export const TX_SETTINGS: TxSettings = {
  backoffMs: 5_000,
  maxBackoffMs: 300_000,
  maxRetries: 20,
  untilDeadline: false,
  stuckMs: 60_000,
  rebroadcastMs: 15_000,
  pollMs: 2_000,
  maxInFlight: 8,
  maxGas: 1_000_000n,
  watchBlocks: 256,
}

export type TxQueueDeps = {
  db: Db
  notifier: Notifier
  now: Clock
  onError: (error: unknown) => void
  /** see client.ts; the caller closes it after the queue */
  provider: JsonRpcProvider
  /** name of the queue: its jobs are taken, and no others */
  queue: string
  /** its keys, of this service alone and on this chain alone; all of them may do what is asked */
  wallets: readonly { privateKey: string }[]
  /** see confirmations.ts */
  confirmations: number
  /**
   * Told of every visible change of jobs in the transaction that stores them, of each job once, by ascending ids. It may
   * run again after a lost race, or with fewer of them. When it throws, the change isn't stored and is made again later. A
   * reorganisation deeper than the confirmations tells again of a job that had ended: mined → sent → mined or failed,
   * failed → mined.
   */
  onChange: (tx: Tx, changes: readonly Told[]) => Promise<void>
  settings?: Partial<TxSettings>
}

/** What the keys of a queue know of one another, in one process. Hints only: the database decides. */
export type TxPool = {
  lanes: TxLane[]
  /** ids of jobs that one of the keys is about to sign */
  claimed: Set<string>
}

/** One key at work. `memory` holds hints only: all that must survive is in the database. */
export type TxLane = Omit<TxQueueDeps, 'wallets' | 'settings'> & {
  settings: TxSettings
  wallet: Wallet
  /** lower-case address of the wallet */
  signer: string
  pool: TxPool
  chainId: bigint
  closing: () => boolean
  memory: {
    watchedAt: number
    /** when it was last looked whether the blocks of what has ended still stand */
    settledAt: number
    /** since when the chain is lower than a block that something is in */
    shortSince: Record<InBlock, number | undefined>
    /** until when it leaves jobs that other keys can take to those */
    restsUntil: number
    /** when something was last handed to the node, by job id or by what it was */
    broadcastAt: Map<string, number>
    /** the nonce after the last one that was seen used up, and when: for nodes that lag behind others */
    floor: { nonce: number; at: number }
    gapSince: number | undefined
  }
}

/** Jobs that a key may take now. */
export function takes({ signer, queue, memory, now }: TxLane): Takes {
  return { signer, queue: now().getTime() < memory.restsUntil ? null : queue }
}

/** Other keys that would take a job in place of this one: none once a key has signed it, and none that can't pay. */
export function othersFor(lane: TxLane, job: Job): TxLane[] {
  if (job.signer !== null) return []
  const now = lane.now().getTime()
  return lane.pool.lanes.filter((other) => other !== lane && other.memory.restsUntil <= now)
}

/** This key can't do what another one can: it leaves jobs to the others for a while, and a person is told. */
export function leaveToOthers(lane: TxLane, why: string): void {
  const { maxBackoffMs } = lane.settings
  lane.memory.restsUntil = lane.now().getTime() + maxBackoffMs
  lane.onError(new Error(`${lane.signer} leaves chain jobs to other keys for ${maxBackoffMs} ms: ${why}`))
}

/** Somebody else has changed one of several jobs meanwhile. */
class Overtaken extends Error {}

/** Stores the next states of jobs and tells their owners, in one transaction, under the name of the first. */
async function changeTogether(
  lane: TxLane,
  asked: readonly [Asked, ...Asked[]],
  mustAll = false,
): Promise<(Job | undefined)[]> {
  const { jobs } = await withContext(contextOf(asked[0].job), () =>
    retryOnConflict(() =>
      inTx(lane.db, async (tx) => {
        const stored = await storeChanges(tx, asked, lane.now())
        if (mustAll && stored.jobs.includes(undefined)) throw new Overtaken()
        if (stored.told.length > 0) await lane.onChange(tx, stored.told)
        return stored
      }),
    ),
  )
  return jobs
}

/**
 * Stores the next state of a job and tells its owner, in one transaction.
 * @returns undefined when somebody else changed the job meanwhile: what was decided about it no longer holds
 */
export async function change(lane: TxLane, job: Job, patch: Patch): Promise<Job | undefined> {
  const [stored] = await changeTogether(lane, [{ job, patch }])
  return stored
}

/**
 * As `change` of several jobs, in one transaction where all can be stored. One that can't fails alone, and is reported.
 * @returns of each the job as it is now; undefined where it was not stored
 */
export async function changeAll(lane: TxLane, asked: readonly Asked[]): Promise<(Job | undefined)[]> {
  const [first, ...others] = asked
  if (!first) return []
  try {
    return await changeTogether(lane, [first, ...others])
  } catch (error) {
    if (isConnectionFault(error)) throw error
    if (others.length > 0) return (await changeAll(lane, [first])).concat(await changeAll(lane, others))
    report(lane, `chain job ${first.job.id}`, error)
    return [undefined]
  }
}

/** As `change` of several jobs, all or none. @returns undefined where one of them was not to be stored */
export async function changeAllOrNone(lane: TxLane, asked: readonly Asked[]): Promise<Job[] | undefined> {
  const [first, ...others] = asked
  if (!first) return []
  try {
    return (await changeTogether(lane, [first, ...others], true)).flatMap((job) => job ?? [])
  } catch (error) {
    if (isConnectionFault(error)) throw error
    return undefined
  }
}

/** The pause before the next try: 5 s, doubled up to 5 min (CA-47). */
export function backoffMs({ backoffMs: base, maxBackoffMs }: TxSettings, tries: number): number {
  return Math.min(base * 2 ** Math.min(tries - 1, 30), maxBackoffMs)
}

/** CA-47: a node that asks for patience and a signer without money are nobody's failure. */
const UNCOUNTED: ReadonlySet<RpcFault> = new Set(['throttled', 'empty'])

/** What a failed try does to a job: its counters, the reason, and when it is tried again. */
export function retryPatch(lane: TxLane, job: Job, error: unknown) {
  const tries = job.tries + 1
  return {
    tries,
    retry_count: job.retry_count + (UNCOUNTED.has(faultOf(error)) ? 0 : 1),
    retry_reason: describeFault(error),
    next_at: new Date(lane.now().getTime() + backoffMs(lane.settings, tries)),
  }
}

/**
 * CA-47: whether the counted tries of a job have run out now, so that it fails. SP-24: what goes on until its deadline
 * calls for a person all the same, once.
 */
export function triesRunOut(lane: TxLane, job: Job, retryCount: number, reason: string): boolean {
  const { maxRetries, untilDeadline } = lane.settings
  if (retryCount < maxRetries) return false
  if (!untilDeadline) return true
  if (job.retry_count < maxRetries)
    lane.onError(new Error(`chain job ${job.id} goes on after ${retryCount} tries: ${reason}`))
  return false
}

/** Ends a job without a transaction of its own on chain, and calls for a person when retries ran out. */
export async function giveUp(lane: TxLane, job: Job, patch: Patch, alert: boolean): Promise<void> {
  const failed = await change(lane, job, { ...patch, status: 'failed' })
  if (failed && alert)
    lane.onError(
      new Error(`chain job ${job.id} failed after ${failed.retry_count} tries: ${failed.failed_reason}`),
    )
}

/** Reports a fault. Errors of ethers carry the address of the node, which may hold a key: only their words are passed on. */
export function report(lane: Pick<TxLane, 'onError'>, what: string, error: unknown): void {
  const ours = error instanceof Error && !('shortMessage' in error)
  lane.onError(ours ? error : new Error(`${what}: ${describeFault(error)}`))
}
