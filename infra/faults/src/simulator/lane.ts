import { broadcast } from '@talad/shared/chain/tx-broadcast'
import { change, TX_SETTINGS, type TxLane } from '@talad/shared/chain/tx-lane'
import { takeUp } from '@talad/shared/chain/tx-reserve'
import { findJob, isLive } from '@talad/shared/chain/tx-store'
import type { Clock } from './simulation.ts'

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

type Key = Pick<TxLane, 'queue' | 'wallet' | 'onChange'> & {
  settings?: Partial<TxLane['settings']>
  meanwhile?: () => Promise<void>
}

/** A key of a chain queue at work, in the process that lives now. */
export function laneOf(
  { db, notifier }: Pick<TxLane, 'db' | 'notifier'>,
  { now }: Pick<Clock, 'now'>,
  { settings, meanwhile = async () => undefined, ...key }: Key,
): TxLane {
  return {
    ...key,
    db,
    notifier,
    now,
    onError: () => undefined,
    provider: nodeThat(meanwhile),
    confirmations: 1,
    chainId: 1n,
    settings: { ...TX_SETTINGS, ...settings },
    signer: key.wallet.address.toLowerCase(),
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

/** Signs and broadcasts what waits of these jobs, and broadcasts again what a process left signed. */
export async function send(lane: TxLane, ids: readonly string[]): Promise<void> {
  const jobs = (await Promise.all(ids.map((id) => findJob(lane.db, id)))).flatMap((job) => job ?? [])
  for (const job of jobs) if (isLive(job) && job.status === 'processing') await broadcast(lane, job)
  const pending = jobs.filter(({ status }) => status === 'pending')
  if (pending.length > 0) await takeUp(lane, pending, [])
}

export type Fate = { is: 'mined' | 'sent'; block: number; blockHash: string } | { is: 'failed' }

/** What a lane finds out of a job: past the confirmations, back from its block, or without a hope. */
export async function noteFate(lane: TxLane, id: string, fate: Fate): Promise<void> {
  const job = await findJob(lane.db, id)
  const last = job?.attempts.at(-1)
  if (!job || !last || job.status === fate.is) return
  const none = { hash: null, block: null, block_hash: null }
  if (fate.is === 'failed')
    await change(lane, job, { ...none, status: 'failed', failed_reason: 'reverted', watched: true })
  else if (fate.is === 'sent')
    await change(lane, job, { ...none, status: 'sent', watched: false, accepted: last.hash })
  else {
    const where = { hash: last.hash, block: BigInt(fate.block), block_hash: fate.blockHash }
    await change(lane, job, { ...where, status: 'mined', watched: true })
  }
}
