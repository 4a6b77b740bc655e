import type { TransactionReceipt } from 'ethers'
import { confirmedUpTo, isConfirmed } from './confirmations.ts'
import { isAccepted, pushOn } from './tx-broadcast.ts'
import { backoffMs, change, giveUp, report, type TxLane, triesRunOut } from './tx-lane.ts'
import { fillGap, nonceSpender } from './tx-nonce.ts'
import { type Attempt, isLive, type Job, type LiveJob, type Place } from './tx-store.ts'

export type Found = { attempt: Attempt; receipt: TransactionReceipt }

/** Where a transaction stands. */
export function placeOf({ blockNumber, blockHash }: TransactionReceipt): Place {
  return { block: BigInt(blockNumber), block_hash: blockHash }
}

/** Any transaction of the nonce may be the one that was mined. */
export async function findReceipt(lane: TxLane, job: Job): Promise<Found | undefined> {
  const attempts = job.attempts.filter((attempt) => attempt.nonce === job.nonce)
  const found = await Promise.all(
    attempts.map(async (attempt) => ({
      attempt,
      receipt: await lane.provider.getTransactionReceipt(attempt.hash),
    })),
  )
  for (const { attempt, receipt } of found) if (receipt) return { attempt, receipt }
  return undefined
}

/** Back to the start with a new nonce, or failed: nothing of the job can be mined any more (CA-46). */
async function release(lane: TxLane, job: LiveJob, reason: string, counted: number): Promise<void> {
  const retry_count = job.retry_count + counted
  if (triesRunOut(lane, job, retry_count, job.retry_reason ?? reason))
    return giveUp(lane, job, { retry_count, failed_reason: job.retry_reason ?? reason }, true)
  await change(lane, job, {
    status: 'pending',
    nonce: null,
    gas_limit: null,
    from_block: null,
    reserved_at: null,
    tries: job.tries + 1,
    retry_count,
    retry_reason: reason,
    next_at: new Date(lane.now().getTime() + backoffMs(lane.settings, job.tries + 1)),
  })
}

async function finish(lane: TxLane, job: LiveJob, { attempt, receipt }: Found): Promise<void> {
  const { memory } = lane
  memory.floor = { nonce: Math.max(memory.floor.nonce, job.nonce + 1), at: lane.now().getTime() }
  memory.mined.delete(job.id)
  memory.broadcastAt.delete(job.id)
  if (attempt.filler) return release(lane, job, job.retry_reason ?? 'the node refused it', 0)
  const onChain = { hash: attempt.hash, ...placeOf(receipt), watched: true }
  if (receipt.status === 1) await change(lane, job, { ...onChain, status: 'mined' })
  else await change(lane, job, { ...onChain, status: 'failed', failed_reason: 'reverted on chain' })
}

/**
 * The nonce is used up but no transaction of the job has a receipt. Only a confirmed block that holds another's
 * transaction proves the nonce dead; a node that lags behind proves nothing (CA-47).
 */
async function examine(lane: TxLane, job: LiveJob, head: number): Promise<void> {
  const confirmed = confirmedUpTo(head, lane.confirmations)
  if (confirmed < 0) return
  if ((await lane.provider.getTransactionCount(lane.signer, confirmed)) <= job.nonce) return
  const key = `spender of ${job.nonce}`
  const now = lane.now().getTime()
  if (now - (lane.memory.broadcastAt.get(key) ?? 0) < lane.settings.rebroadcastMs) return
  lane.memory.broadcastAt.set(key, now)
  const spender = await nonceSpender(lane, job.nonce, Number(job.from_block ?? 0n), confirmed)
  if (spender === undefined)
    throw new Error(`nonce ${job.nonce} is used up, but by no transaction since block ${job.from_block}`)
  if (job.attempts.some((attempt) => attempt.hash === spender)) return // its receipt is on the way
  lane.memory.broadcastAt.delete(key)
  await release(lane, job, `nonce ${job.nonce} was used by another transaction, ${spender}`, 1)
}

/** @returns whether a transaction of the job is in a block, or its nonce is used up otherwise */
async function look(lane: TxLane, job: LiveJob, head: number, count: number): Promise<boolean> {
  const { mined, broadcastAt } = lane.memory
  const found = job.nonce < count ? await findReceipt(lane, job) : undefined
  // a reorganisation took it out of its block: the node may not have put it back among the waiting ones
  if (!found && mined.delete(job.id)) broadcastAt.delete(job.id)
  if (!found) {
    if (job.nonce >= count) return false
    await examine(lane, job, head)
    return true
  }
  mined.add(job.id)
  const unsent = job.status === 'processing' && !found.attempt.filler
  const sent = unsent ? await change(lane, job, { status: 'sent', accepted: found.attempt.hash }) : job
  const deep = isConfirmed(found.receipt.blockNumber, head, lane.confirmations)
  if (deep && sent && isLive(sent)) await finish(lane, sent, found)
  return true
}

/** One look at the chain for everything that holds a nonce, lowest first. @throws when the node can't be asked at all */
export async function watch(lane: TxLane, live: readonly LiveJob[]): Promise<void> {
  const [head, count] = await Promise.all([
    lane.provider.getBlockNumber(),
    lane.provider.getTransactionCount(lane.signer, 'latest'),
  ])
  await fillGap(lane, live, count)
  let heldUp = false
  for (const job of live) {
    if (lane.closing()) return
    try {
      if (await look(lane, job, head, count)) continue
      if (heldUp && !isAccepted(job)) continue // a later nonce must not get ahead
      const after = await pushOn(lane, job)
      heldUp ||= after !== undefined && isLive(after) && !isAccepted(after)
    } catch (error) {
      report(lane, `chain job ${job.id}`, error)
      heldUp ||= !isAccepted(job)
    }
  }
}
