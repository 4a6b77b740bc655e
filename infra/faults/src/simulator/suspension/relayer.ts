import { broadcast } from '@talad/shared/chain/tx-broadcast'
import { change, TX_SETTINGS, type TxLane } from '@talad/shared/chain/tx-lane'
import { takeUp } from '@talad/shared/chain/tx-reserve'
import { findJob, isLive, type Job } from '@talad/shared/chain/tx-store'
import { deliveryJob } from '@talad/shipping-payment/delivery/chain'
import { noteDeliveries } from '@talad/shipping-payment/shipping/delivery'
import { Wallet } from 'ethers'
import { type Market, RELAYER_KEY } from './services.ts'
import type { World } from './world.ts'

const wallet = new Wallet(RELAYER_KEY)
const GAS = 100_000n
const GWEI = 1_000_000_000n

/** The answers of a node on which everything succeeds. @param meanwhile happens while a job is tried out */
function nodeThat(meanwhile: () => Promise<void>): TxLane['provider'] {
  const node = {
    async estimateGas() {
      await meanwhile()
      return GAS
    },
    getFeeData: async () => ({ maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI, gasPrice: GWEI }),
    getBalance: async () => GWEI ** 3n,
    getBlockNumber: async () => 100,
    getTransactionCount: async () => 0,
    send: async () => '0x',
  }
  return node as unknown as TxLane['provider']
}

/** The relayer's key at work, in the process that lives now. */
function laneOf(
  { at: { shipping }, simulation: { now } }: World,
  meanwhile: () => Promise<void> = async () => undefined,
): TxLane {
  const { deps } = shipping
  return {
    db: deps.db,
    notifier: deps.notifier,
    now,
    onError: () => undefined,
    provider: nodeThat(meanwhile),
    queue: 'delivery',
    confirmations: 1,
    chainId: 1n,
    onChange: (tx, changes) => noteDeliveries(tx, deps, changes),
    settings: { ...TX_SETTINGS, untilDeadline: true },
    wallet,
    signer: wallet.address.toLowerCase(),
    pool: { lanes: [], claimed: new Set() },
    closing: () => false,
    memory: {
      watchedAt: 0,
      settledAt: 0,
      restsUntil: 0,
      gapSince: undefined,
      shortSince: { included: undefined, settled: undefined },
      broadcastAt: new Map(),
      floor: { nonce: 0, at: 0 },
    },
  }
}

/** The delivery of a purchase, as the queue knows it. */
function jobOf({ shipping }: Market, shippingId: string): Promise<Job | undefined> {
  return findJob(shipping.db, deliveryJob(shippingId))
}

/**
 * Signs and broadcasts what waits of these purchases, and broadcasts again what a process left signed.
 * @param meanwhile happens between the look at the queue and the signature
 */
export async function relay(
  world: World,
  shippingIds: readonly string[],
  meanwhile: () => Promise<void>,
): Promise<void> {
  const lane = laneOf(world, meanwhile)
  const found = await Promise.all(shippingIds.map((id) => jobOf(world.at, id)))
  const jobs = found.flatMap((job) => job ?? [])
  for (const job of jobs) if (isLive(job) && job.status === 'processing') await broadcast(lane, job)
  const pending = jobs.filter(({ status }) => status === 'pending')
  if (pending.length > 0) await takeUp(lane, pending, [])
}

/** What the relayer finds out of a delivery: past the confirmations, back from its block, or without a hope. */
export async function noteFate(
  world: World,
  shippingId: string,
  fate: { is: 'mined' | 'sent'; block: number; blockHash: string } | { is: 'failed' },
): Promise<void> {
  const job = await jobOf(world.at, shippingId)
  const last = job?.attempts.at(-1)
  if (!job || !last || job.status === fate.is) return
  const none = { hash: null, block: null, block_hash: null }
  if (fate.is === 'failed')
    await change(laneOf(world), job, { ...none, status: 'failed', failed_reason: 'reverted', watched: true })
  else if (fate.is === 'sent')
    await change(laneOf(world), job, { ...none, status: 'sent', watched: false, accepted: last.hash })
  else {
    const where = { hash: last.hash, block: BigInt(fate.block), block_hash: fate.blockHash }
    await change(laneOf(world), job, { ...where, status: 'mined', watched: true })
  }
}
