import { TX_SETTINGS } from '@talad/shared/chain/tx-lane'
import type { Told } from '@talad/shared/chain/tx-queue'
import type { Tx } from '@talad/shared/db'
import { changeIn, changeMany } from '@talad/shared/stream'
import { deploymentEnd } from '../contract/deployment.ts'
import { contracts } from '../contract/stream.ts'
import type { Deps } from '../deps.ts'
import { batching, mintJudgement } from '../lane/batching.ts'
import { isPaused } from '../lane/pause.ts'
import { leaveBatches, sendBatch, subjectOf, takeBackBatches, type Waiting } from '../lane/send.ts'
import { mints } from './stream.ts'

type BatchRow = { id: string; contract_id: string; lane: string; address: string; ended: boolean }
type Batch = BatchRow & { mints: (Waiting & { state: string })[] }

async function findBatch(tx: Tx, batchId: string): Promise<Batch | undefined> {
  const { rows } = await tx.query<BatchRow>(
    `select b.id, b.contract_id, b.lane, b.ended, c.address from mint_batch b
     join collection_contract c on c.id = b.contract_id where b.id = $1`,
    [batchId],
  )
  const [batch] = rows
  if (!batch) return undefined
  const of = await tx.query<Waiting & { state: string }>(
    'select id, chain_key, receiver, token_id, state from mint where batch_id = $1 order by seq',
    [batchId],
  )
  return { ...batch, mints: of.rows }
}

/** CA-47: how many tries that count a lane makes before it calls for a person. */
const ranOut = ({ retryCount }: Told) => retryCount >= TX_SETTINGS.maxRetries

/**
 * A batch that reverts is halved until the one that makes it revert is alone; a try too many ends all of it. In a lane that
 * is paused its mints wait as the others do.
 */
async function noteFailed(tx: Tx, deps: Deps, batch: Batch, told: Told, now: Date): Promise<void> {
  const open = batch.mints.filter(({ state }) => state === 'open')
  const to = { contractId: batch.contract_id, lane: batch.lane, address: batch.address }
  if (open.length > 1 && !ranOut(told)) {
    if (await isPaused(tx, batch.lane)) return leaveBatches(tx, [batch.id])
    const half = Math.ceil(open.length / 2)
    await sendBatch(tx, deps, to, open.slice(0, half), now)
    await sendBatch(tx, deps, to, open.slice(half), now)
    return
  }
  const reason = told.failedReason ?? 'failed'
  await mintJudgement.enqueue(tx, [{ key: batch.id, payload: { batchId: batch.id, reason } }], now)
}

async function noteBatch(tx: Tx, deps: Deps, told: Told, batchId: string, now: Date): Promise<void> {
  const { status, hash, retryCount, retryReason } = told
  const batch = await findBatch(tx, batchId)
  if (!batch) return
  const ended = status === 'mined' || status === 'failed' || status === 'canceled'
  await tx.query(
    `update mint_batch set tx_status = $2, tx_hash = $3, retry_count = $4, retry_reason = $5, ended = $6 where id = $1`,
    [batchId, status, hash, retryCount, retryReason, ended],
  )
  // CA-46: what a reorganisation takes back after it was mined goes out again under its nonce
  const command =
    status === 'mined' && hash !== null
      ? ({ type: 'Mine', now, txHash: hash, contract: batch.address } as const)
      : !ended && batch.ended
        ? ({ type: 'Unmine', now } as const)
        : undefined
  if (command) {
    const asked = batch.mints.map(({ id }) => ({ stream: mints, id, command, context: told.context }))
    await changeMany(tx, asked, now)
  }
  if (status === 'failed') await noteFailed(tx, deps, batch, told, now)
  // CA-49: nothing of it is signed any more, and nothing new is while the lane is paused
  if (status === 'pending' && (await isPaused(tx, batch.lane))) await takeBackBatches(tx, [batchId], now)
  if (status !== 'pending') await batching(tx, new Map([[batch.contract_id, now]])) // there is room for another
}

async function noteContract(tx: Tx, told: Told, id: string, now: Date): Promise<void> {
  const { status, hash: txHash, retryCount, retryReason } = told
  if (status === 'mined' || status === 'failed') {
    const payload = { contractId: id, reason: told.failedReason ?? 'the factory has no such contract' }
    return deploymentEnd.enqueue(tx, [{ key: id, payload }], now)
  }
  const progress = { txStatus: status, txHash, retryCount, retryReason }
  await changeIn(tx, contracts, id, { type: 'Move', now, progress }, now)
}

/** Notes what became of the transactions of a lane, in the chain queue's own transaction. */
export async function noteTransactions(tx: Tx, deps: Deps, changes: readonly Told[]): Promise<void> {
  const now = deps.now()
  for (const told of changes) {
    const subject = subjectOf(told)
    await ('batchId' in subject
      ? noteBatch(tx, deps, told, subject.batchId, now)
      : noteContract(tx, told, subject.contractId, now))
  }
}
