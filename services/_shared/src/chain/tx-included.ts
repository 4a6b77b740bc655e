import { isConfirmed } from './confirmations.ts'
import { blockRefOf, type Found, findReceipt, lookAtBlocks } from './tx-blocks.ts'
import { change, report, type TxLane } from './tx-lane.ts'
import { blockRefsOf, isLive, jobsIn, type LiveJob } from './tx-store.ts'
import { finish } from './tx-watch.ts'

/**
 * A reorganisation took it out of its block: under way again with the nonce that it has, of which only one transaction
 * can ever be mined. The node may not have put it back among the waiting ones.
 */
async function backInFlight(lane: TxLane, job: LiveJob): Promise<void> {
  const last = job.attempts.findLast((attempt) => attempt.nonce === job.nonce)
  lane.memory.broadcastAt.delete(job.id)
  await change(lane, job, { block: null, block_hash: null, ...(last ? { accepted: last.hash } : {}) })
}

async function follow(
  lane: TxLane,
  job: LiveJob,
  found: Found | undefined,
  { head, gone }: { head: number; gone: boolean },
): Promise<void> {
  if (!found) return gone ? backInFlight(lane, job) : undefined // a node that lags behind proves nothing
  if (isConfirmed(found.receipt.blockNumber, head, lane.confirmations)) return finish(lane, job, found)
  await change(lane, job, blockRefOf(found.receipt))
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
    const at = { head, gone: gone[index] ?? false }
    if (!at.gone && !isConfirmed(Number(place.block), head, lane.confirmations)) continue
    const jobs = (await jobsIn(lane.db, lane, 'included', place)).filter(isLive)
    const found = await Promise.all(jobs.map((job) => findReceipt(lane, job)))
    for (const [nth, job] of jobs.entries()) {
      if (lane.closing()) return
      try {
        await follow(lane, job, found[nth], at)
      } catch (error) {
        report(lane, `chain job ${job.id}`, error)
      }
    }
  }
}
