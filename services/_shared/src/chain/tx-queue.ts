import { getAddress, isHexString, Wallet } from 'ethers'
import { currentContext } from '../context.ts'
import { type Queryable, queueNotification, type Tx } from '../db.ts'
import type { Loop } from '../loop.ts'
import { changeOf, type TxChange } from './tx-change.ts'
import { keysAtWork } from './tx-due.ts'
import { startLane } from './tx-key.ts'
import type { TxPool, TxQueueDeps } from './tx-lane.ts'
import { findJob, findJobByHash, TX_CHANNEL } from './tx-store.ts'

export type { TxChange } from './tx-change.ts'
export type { TxQueueDeps } from './tx-lane.ts'

/** A transaction that shall happen on chain at most once. */
export type TxJob = {
  /** the caller's own id: the same one twice is one job */
  id: string
  /** name of the queue that brings it onto the chain, by any of its keys */
  queue: string
  to: string
  /** calldata, 0x… */
  data: string
  /** wei of the native coin */
  value?: bigint
  /** the job fails when it hasn't taken a nonce by then */
  deadline: Date
}

/**
 * Asks for a transaction, inside the caller's database transaction. The queue takes it up after the commit. Asking for the same again changes nothing, not even the deadline.
 * @throws Error when the id was used for something else, or an address or the data can't be read
 */
export async function enqueue(tx: Tx, job: TxJob): Promise<void> {
  const recipient = getAddress(job.to).toLowerCase()
  if (!isHexString(job.data, true)) throw new Error(`chain job ${job.id} has calldata that isn't hex`)
  const wanted = [job.queue, recipient, job.data.toLowerCase(), job.value ?? 0n]
  const stored = await tx.query(
    // due at once, by whatever clock the queue goes
    `insert into kit.chain_tx (id, queue, recipient, data, value, deadline, correlation_id, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'epoch') on conflict (id) do nothing`,
    [job.id, ...wanted, job.deadline, currentContext().correlationId],
  )
  if (stored.rowCount === 1) return queueNotification(tx, TX_CHANNEL)
  const same = await tx.query(
    `select 1 from kit.chain_tx
     where id = $1 and coalesce(queue, $2) = $2 and recipient = $3 and data = $4 and value = $5`,
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

/**
 * Runs a queue: its keys work side by side, each with nonces of its own; a job goes to whichever has room, and stays with
 * the key that has signed it. Several transactions of a key are under way at a time, and each job happens on chain at
 * most once (CA-46, CA-47). Among the processes of a service one works per key. With nothing to do it reads one row
 * every 2 s for each key and asks the node nothing.
 * @throws Error when a key can't be read, there is none, or `confirmations` is below 1
 */
export function startTxQueue(deps: TxQueueDeps): Loop {
  if (deps.confirmations < 1)
    throw new Error('a transaction counts when it is in a block: confirmations >= 1')
  const pool: TxPool = { lanes: [], claimed: new Set() }
  const loops = deps.wallets.map(({ privateKey }) => startLane(deps, new Wallet(privateKey), pool))
  if (loops.length === 0) throw new Error(`the chain queue ${deps.queue} has no key`)
  void tellOfStrangers(deps, pool)
  return {
    wake() {
      for (const loop of loops) loop.wake()
    },
    async close() {
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}

/** A key that was taken out of the configuration leaves behind what it had in hand: only a person can bring it back. */
async function tellOfStrangers({ db, queue, onError }: TxQueueDeps, { lanes }: TxPool): Promise<void> {
  const own = new Set(lanes.map(({ signer }) => signer))
  const keys = await keysAtWork(db, queue).catch(() => []) // whoever can't read the database now says so elsewhere
  for (const { signer, jobs } of keys)
    if (!own.has(signer)) onError(new Error(`${jobs} chain jobs wait for ${signer}, a key that isn't here`))
}
