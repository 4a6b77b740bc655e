import { confirmedUpTo, isConfirmed } from './confirmations.ts'
import { blockRefOf, type Found, findReceipt } from './tx-blocks.ts'
import { isAccepted, pushOn } from './tx-broadcast.ts'
import type { Patch } from './tx-change.ts'
import { backoffMs, change, changeAll, giveUp, report, type TxLane, triesRunOut } from './tx-lane.ts'
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

/** A job with the receipt of one of its transactions. */
export type Receipted = { job: LiveJob; found: Found }

/** The end of a job: a transaction of its nonce is confirmed. @returns what it is then; undefined: it isn't the end */
function endOf(lane: TxLane, { job, found: { attempt, receipt } }: Receipted): Patch | undefined {
  const { memory } = lane
  memory.floor = { nonce: Math.max(memory.floor.nonce, job.nonce + 1), at: lane.now().getTime() }
  memory.broadcastAt.delete(job.id)
  if (attempt.filler) return undefined
  const onChain = { hash: attempt.hash, ...blockRefOf(receipt), watched: true }
  if (receipt.status === 1) return { ...onChain, status: 'mined' }
  return { ...onChain, status: 'failed', failed_reason: 'reverted on chain' }
}

/** Ends jobs: those whose nonce a filler has used up begin anew, each by itself. */
async function finish(lane: TxLane, ended: readonly Receipted[]): Promise<void> {
  const ends = ended.map((one) => ({ ...one, patch: endOf(lane, one) }))
  await changeAll(
    lane,
    ends.flatMap(({ job, patch }) => (patch ? { job, patch } : [])),
  )
  for (const { job, patch } of ends)
    if (!patch) await alone(lane, job, () => release(lane, job, job.retry_reason ?? 'the node refused it', 0))
}

/** Notes in which blocks jobs are; their confirmations are waited for apart. What is deep enough ends. */
export async function noteReceipts(lane: TxLane, all: readonly Receipted[], head: number): Promise<void> {
  const isDeep = ({ found }: Receipted) => isConfirmed(found.receipt.blockNumber, head, lane.confirmations)
  const isUnsent = ({ job, found }: Receipted) => job.status === 'processing' && !found.attempt.filler
  const [known, news] = [
    all.filter((one) => isDeep(one) && !isUnsent(one)),
    all.filter((one) => !isDeep(one) || isUnsent(one)),
  ]
  const noted = await changeAll(
    lane,
    news.map((one) => {
      const sent = isUnsent(one) ? ({ status: 'sent', accepted: one.found.attempt.hash } as const) : {}
      return { job: one.job, patch: { ...blockRefOf(one.found.receipt), ...sent } }
    }),
  )
  const deep = news.flatMap((one, index) => {
    const job = noted[index]
    return isDeep(one) && job && isLive(job) ? { ...one, job } : []
  })
  await finish(lane, [...known, ...deep])
}

/** Does what is to be done for one job: what fails is reported, and holds up no others. */
async function alone<T>(lane: TxLane, job: LiveJob, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    report(lane, `chain job ${job.id}`, error)
    return undefined
  }
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

/** One look at the chain for everything that is in no block, lowest nonce first. @throws when the node can't be asked at all */
export async function watchInFlight(lane: TxLane): Promise<void> {
  const inFlight = await jobsInFlight(lane.db, lane)
  if (inFlight.length === 0) return
  const [head, count] = await Promise.all([
    lane.provider.getBlockNumber(),
    lane.provider.getTransactionCount(lane.signer, 'latest'),
  ])
  await fillGap(lane, inFlight, count)
  const used = inFlight.filter(({ nonce }) => nonce < count)
  const receipted = await Promise.all(
    used.map((job) =>
      alone(lane, job, async () => {
        const found = await findReceipt(lane, job)
        if (!found) await examine(lane, job, head)
        return found && { job, found }
      }),
    ),
  )
  await noteReceipts(
    lane,
    receipted.flatMap((one) => one ?? []),
    head,
  )
  let heldUp = false
  for (const job of inFlight.filter(({ nonce }) => nonce >= count)) {
    if (lane.closing()) return
    if (heldUp && !isAccepted(job)) continue // a later nonce must not get ahead
    const after = await alone(lane, job, async () => ({ job: await pushOn(lane, job) }))
    heldUp ||= after
      ? after.job !== undefined && isLive(after.job) && !isAccepted(after.job)
      : !isAccepted(job)
  }
}
