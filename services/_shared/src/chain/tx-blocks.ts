import { type TransactionReceipt, toQuantity } from 'ethers'
import { z } from 'zod'
import type { TxLane } from './tx-lane.ts'
import type { Attempt, BlockRef, InBlock, Job } from './tx-store.ts'

const headerSchema = z.object({ hash: z.string() }).nullable()

export type Found = { attempt: Attempt; receipt: TransactionReceipt }

/** Where a transaction stands. */
export function blockRefOf({ blockNumber, blockHash }: TransactionReceipt): BlockRef {
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

/**
 * Whether the chain has another block in a place, or none. A node that lags behind has none for a while: what is told
 * already is left standing for longer than what is only waited for.
 */
async function isGone(lane: TxLane, which: InBlock, { block, block_hash }: BlockRef): Promise<boolean> {
  if (block === null) return true
  const { provider, memory, settings } = lane
  const header = headerSchema.parse(await provider.send('eth_getBlockByNumber', [toQuantity(block), false]))
  if (header) return header.hash !== block_hash
  const since = memory.shortSince[which] ?? lane.now().getTime()
  memory.shortSince[which] = since
  const patienceMs = which === 'included' ? settings.rebroadcastMs : settings.stuckMs / 2
  return lane.now().getTime() - since >= patienceMs
}

/** Which of the blocks that jobs are in no longer stand, and how high the chain is. @throws when the node can't be asked */
export async function lookAtBlocks(
  lane: TxLane,
  which: InBlock,
  places: readonly BlockRef[],
): Promise<{ head: number; gone: boolean[] }> {
  const [head, ...gone] = await Promise.all([
    lane.provider.getBlockNumber(),
    ...places.map((place) => isGone(lane, which, place)),
  ])
  if (places.every(({ block }) => block === null || block <= head)) lane.memory.shortSince[which] = undefined
  return { head, gone }
}
