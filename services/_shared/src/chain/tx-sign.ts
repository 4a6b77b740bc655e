import { keccak256 } from 'ethers'
import { asFields, type Fees } from './fees.ts'
import type { TxLane } from './tx-lane.ts'
import type { Attempt, Job } from './tx-store.ts'

const PLAIN_TRANSFER_GAS = 21_000n

type Content = { to: string; data: string; value: bigint; gasLimit: bigint }

/** Signed bytes of one nonce; nothing leaves this process. */
export function signRaw(lane: TxLane, nonce: number, content: Content, fees: Fees): Promise<string> {
  return lane.wallet.signTransaction({
    ...content,
    nonce,
    chainId: lane.chainId,
    ...asFields(fees),
  })
}

/** Content of a transaction that does nothing but use up a nonce. */
export function fillerContent(lane: TxLane): Content {
  return { to: lane.wallet.address, data: '0x', value: 0n, gasLimit: PLAIN_TRANSFER_GAS }
}

/** Signs a job, or the filler in its place, for a nonce. */
export async function signAttempt(
  lane: TxLane,
  job: Pick<Job, 'id' | 'recipient' | 'data' | 'value'>,
  at: { nonce: number; gasLimit: bigint; filler: boolean },
  fees: Fees,
): Promise<Attempt> {
  const content = at.filler
    ? fillerContent(lane)
    : { to: job.recipient, data: job.data, value: job.value, gasLimit: at.gasLimit }
  const raw = await signRaw(lane, at.nonce, content, fees)
  return {
    hash: keccak256(raw),
    job_id: job.id,
    nonce: at.nonce,
    raw,
    max_fee: fees.maxFee,
    priority_fee: fees.priorityFee,
    filler: at.filler,
    signed_at: lane.now(),
    accepted_at: null,
  }
}
