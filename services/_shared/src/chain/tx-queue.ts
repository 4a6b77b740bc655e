import { getAddress, isHexString, Wallet } from 'ethers'
import { type Context, currentContext } from '../context.ts'
import { arrayText, type Queryable, queueNotification, type Tx } from '../db.ts'
import { toJson } from '../json.ts'
import type { Loop } from '../loop.ts'
import { changeOf, type TxChange } from './tx-change.ts'
import { keysAtWork } from './tx-due.ts'
import { startLane } from './tx-key.ts'
import type { TxPool, TxQueueDeps } from './tx-lane.ts'
import { findJob, TX_CHANNEL } from './tx-store.ts'

export type { Told, TxChange } from './tx-change.ts'
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
  /** who caused it, where that isn't whoever causes the work in hand */
  context?: Context
}

/**
 * Asks for transactions, inside the caller's database transaction. The queue takes them up after the commit. Asking for
 * the same again changes nothing, not even the deadline.
 * @throws Error when an id was used for something else, or an address or the data can't be read
 */
export async function enqueueAll(tx: Tx, jobs: readonly TxJob[]): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ to, data, value = 0n, context = currentContext(), ...job }) => {
    if (!isHexString(data, true)) throw new Error(`chain job ${job.id} has calldata that isn't hex`)
    const wanted = { recipient: getAddress(to).toLowerCase(), data: data.toLowerCase(), value }
    return { ...job, ...wanted, correlation_id: context.correlationId }
  })
  const text = toJson(rows)
  const stored = await tx.query({
    name: 'kit.chain_tx_ask',
    // due at once, by whatever clock the queue goes
    text: `
      insert into kit.chain_tx (id, queue, recipient, data, value, deadline, correlation_id, next_at)
      select id, queue, recipient, data, value, deadline, correlation_id, 'epoch'
      from json_populate_recordset(null::kit.chain_tx, $1) order by id on conflict (id) do nothing`,
    values: [text],
  })
  if (stored.rowCount !== 0) queueNotification(tx, TX_CHANNEL)
  if (stored.rowCount === jobs.length) return
  const other = await tx.query<{ id: string }>(
    `select given.id from json_populate_recordset(null::kit.chain_tx, $1) given
     left join kit.chain_tx t on t.id = given.id and t.recipient = given.recipient and t.data = given.data
       and t.value = given.value and coalesce(t.queue, given.queue) = given.queue
     where t.id is null limit 1`,
    [text],
  )
  for (const { id } of other.rows) throw new Error(`chain job ${id} was asked for with other content`)
}

/** As `enqueueAll` for one. */
export const enqueue = (tx: Tx, job: TxJob) => enqueueAll(tx, [job])

/**
 * Takes jobs back while nothing of them can reach the chain (SP-30), inside the caller's transaction; `onChange` isn't
 * called for them.
 * @returns the ids of those that were taken back; another has taken a nonce, has ended, or doesn't exist: whoever cares
 * watches what becomes of it
 */
export async function cancelJobs(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `with held as materialized (
       select id from kit.chain_tx where id = any($1) and status = 'pending' order by id for update)
     update kit.chain_tx t set status = 'canceled', version = version + 1, updated_at = now()
     from held where t.id = held.id returning t.id`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export type TxRecord = TxChange & { nonce: number | null; block: bigint | null; correlationId: string }

/** A job as it stands; undefined when nobody asked for it. */
export async function jobById(db: Queryable, id: string): Promise<TxRecord | undefined> {
  const job = await findJob(db, id)
  return job && { ...changeOf(job), nonce: job.nonce, block: job.block, correlationId: job.correlation_id }
}

/** The jobs that transactions belong to, also those that were replaced, by the hashes that are given in lower case. */
export async function jobIdsByHash(db: Queryable, hashes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ hash: string; job_id: string }>({
    name: 'kit.chain_tx_by_hash',
    text: 'select hash, job_id from kit.chain_tx_attempt where hash = any($1::text[]) and not filler',
    values: [arrayText(hashes)],
  })
  return new Map(rows.map(({ hash, job_id }) => [hash, job_id]))
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
