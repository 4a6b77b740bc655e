import { confirmedUpTo, isConfirmed } from './confirmations.ts'
import { blockRefOf, type Found, findReceipt } from './tx-blocks.ts'
import { isAccepted, pushOn } from './tx-broadcast.ts'
import { backoffMs, change, giveUp, report, type TxLane, triesRunOut } from './tx-lane.ts'
import { fillGap, nonceSpender } from './tx-nonce.ts'
import { isLive, jobsInFlight, type LiveJob } from './tx-store.ts'

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
    block: null,
    block_hash: null,
    tries: job.tries + 1,
    retry_count,
    retry_reason: reason,
    next_at: new Date(lane.now().getTime() + backoffMs(lane.settings, job.tries + 1)),
  })
}

/** The end of a job: a transaction of its nonce is confirmed. */
export async function finish(lane: TxLane, job: LiveJob, { attempt, receipt }: Found): Promise<void> {
  const { memory } = lane
  memory.floor = { nonce: Math.max(memory.floor.nonce, job.nonce + 1), at: lane.now().getTime() }
  memory.broadcastAt.delete(job.id)
  if (attempt.filler) return release(lane, job, job.retry_reason ?? 'the node refused it', 0)
  const onChain = { hash: attempt.hash, ...blockRefOf(receipt), watched: true }
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
  if (job.nonce >= count) return false
  const found = await findReceipt(lane, job)
  if (!found) {
    await examine(lane, job, head)
    return true
  }
  const { attempt, receipt } = found
  const unsent = job.status === 'processing' && !attempt.filler
  const sent = unsent ? ({ status: 'sent', accepted: attempt.hash } as const) : undefined
  const deep = isConfirmed(receipt.blockNumber, head, lane.confirmations)
  // its confirmations are waited for apart: another may go out in its place
  const known = deep && !sent ? job : await change(lane, job, { ...blockRefOf(receipt), ...sent })
  if (deep && known && isLive(known)) await finish(lane, known, found)
  return true
}

/** One look at the chain for everything that is in no block, lowest nonce first. @throws when the node can't be asked at all */
export async function watchInFlight(lane: TxLane): Promise<void> {
  const inFlight = await jobsInFlight(lane.db, lane)
  if (inFlight.length === 0) return
  const [head, count] = await Promise.all([
    lane.provider.getBlockNumber(),
    lane.provider.getTransactionCount(lane.signer, 'latest'),
  ])
  await fillGap(lane, inFlight, count)
  let heldUp = false
  for (const job of inFlight) {
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
