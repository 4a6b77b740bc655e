import { isConfirmed } from './confirmations.ts'
import { goingRate, replacementFees } from './fees.ts'
import { blockRefOf, type Found, findReceipt, lookAtBlocks } from './tx-blocks.ts'
import { change, report, type TxLane } from './tx-lane.ts'
import { signAttempt } from './tx-sign.ts'
import { type Attempt, blockRefsOf, type Job, jobsIn, release } from './tx-store.ts'

/** A job that has ended on chain keeps the nonce that it used. */
type Settled = Job & { nonce: number }

function isSettled(job: Job): job is Settled {
  return job.watched && job.nonce !== null
}

async function newBytes(lane: TxLane, job: Settled, filler: boolean): Promise<Attempt> {
  const last = job.attempts.findLast((attempt) => attempt.nonce === job.nonce)
  const rate = await goingRate(lane.provider)
  const fees = last ? replacementFees({ maxFee: last.max_fee, priorityFee: last.priority_fee }, rate) : rate
  return signAttempt(lane, job, { nonce: job.nonce, gasLimit: job.gas_limit ?? 0n, filler }, fees)
}

/** Under way again, with the nonce that it has: only one of its transactions can ever be mined. */
async function revive(lane: TxLane, job: Settled): Promise<void> {
  const last = job.attempts.findLast((attempt) => attempt.nonce === job.nonce)
  const attempt = last?.filler ? await newBytes(lane, job, false) : undefined
  const now = lane.now()
  await change(lane, job, {
    status: 'sent',
    hash: null,
    block: null,
    block_hash: null,
    watched: false,
    tries: 0,
    reserved_at: now,
    next_at: now,
    failed_reason: null,
    ...(attempt ? { attempt } : last ? { accepted: last.hash } : {}),
  })
  lane.memory.broadcastAt.delete(job.id)
}

/**
 * Its owner was told that it failed and has acted on that (a refund): it must not happen any more. An empty transfer of
 * its nonce goes out in its place.
 */
async function bury(lane: TxLane, job: Settled): Promise<void> {
  let filler = job.attempts.findLast((attempt) => attempt.nonce === job.nonce && attempt.filler)
  if (!filler) {
    filler = await newBytes(lane, job, true)
    if (!(await change(lane, job, { block: null, block_hash: null, attempt: filler }))) return
  }
  await lane.provider.send('eth_sendRawTransaction', [filler.raw])
}

async function placeAgain(lane: TxLane, job: Settled, { attempt, receipt }: Found, head: number) {
  const succeeded = !attempt.filler && receipt.status === 1
  if (succeeded === (job.status === 'mined')) {
    const hash = attempt.filler ? job.hash : attempt.hash
    await change(lane, job, { hash, ...blockRefOf(receipt) })
    return
  }
  if (!succeeded) return revive(lane, job) // how it ends on the new chain is told when that is deep enough
  if (!isConfirmed(receipt.blockNumber, head, lane.confirmations)) return
  const onChain = { hash: attempt.hash, ...blockRefOf(receipt) }
  const mined = await change(lane, job, { ...onChain, status: 'mined', failed_reason: null })
  if (mined) lane.onError(new Error(`chain job ${job.id}, which had failed, is mined after a reorganisation`))
}

/**
 * Looks whether the blocks in which jobs have ended still stand. A reorganisation that is deeper than the confirmations
 * takes back what was told already: what was mined goes out again under the same nonce, what had failed never does.
 * @throws when the node can't be asked
 */
export async function watchSettled(lane: TxLane): Promise<void> {
  const { db, settings } = lane
  const places = await blockRefsOf(db, lane, 'settled')
  if (places.length === 0) return
  const { head, gone } = await lookAtBlocks(lane, 'settled', places)
  for (const [index, place] of places.entries()) {
    if (!gone[index]) continue
    for (const job of (await jobsIn(db, lane, 'settled', place)).filter(isSettled)) {
      if (lane.closing()) return
      try {
        const found = await findReceipt(lane, job)
        if (found) await placeAgain(lane, job, found, head)
        else if (job.status === 'mined') await revive(lane, job)
        else await bury(lane, job)
      } catch (error) {
        report(lane, `chain job ${job.id}`, error)
      }
    }
  }
  if (!gone.includes(true)) await release(db, lane, head - settings.watchBlocks)
}
