import { isConfirmed } from './confirmations.ts'
import { findReceipt, lookAtBlocks } from './tx-blocks.ts'
import { changeAll, type TxLane } from './tx-lane.ts'
import { blockRefsOf, isLive, jobsIn, type LiveJob } from './tx-store.ts'
import { noteReceipts } from './tx-watch.ts'

/**
 * A reorganisation took it out of its block: under way again with the nonce that it has, of which only one transaction
 * can ever be mined. The node may not have put it back among the waiting ones.
 */
async function backInFlight(lane: TxLane, job: LiveJob): Promise<void> {
  const last = job.attempts.findLast((attempt) => attempt.nonce === job.nonce)
  lane.memory.broadcastAt.delete(job.id)
  const patch = { block: null, block_hash: null, ...(last ? { accepted: last.hash } : {}) }
  await changeAll(lane, [{ job, patch }])
}

/**
 * One look at the blocks that hold transactions whose confirmations are waited for: what is deep enough ends, what a
 * reorganisation has moved or taken back is followed. A block is asked for once, however many jobs it holds.
 * @throws when the node can't be asked
 */
export async function watchIncluded(lane: TxLane): Promise<void> {
  const places = await blockRefsOf(lane.db, lane, 'included')
  if (places.length === 0) return
  const { head, gone } = await lookAtBlocks(lane, 'included', places)
  for (const [index, place] of places.entries()) {
    const isGone = gone[index] ?? false
    if (!isGone && !isConfirmed(Number(place.block), head, lane.confirmations)) continue
    const jobs = (await jobsIn(lane.db, lane, 'included', place)).filter(isLive)
    const found = await Promise.all(jobs.map(async (job) => ({ job, found: await findReceipt(lane, job) })))
    if (lane.closing()) return
    await noteReceipts(
      lane,
      found.flatMap((one) => (one.found ? { ...one, found: one.found } : [])),
      head,
    )
    // a node that lags behind proves nothing
    for (const one of found) if (isGone && !one.found) await backInFlight(lane, one.job)
  }
}
