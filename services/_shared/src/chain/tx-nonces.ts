import type { Fees } from './fees.ts'
import { changeAll, changeAllOrNone, type TxLane } from './tx-lane.ts'
import { signAttempt } from './tx-sign.ts'
import { isLive, type Job, type LiveJob } from './tx-store.ts'

/** How far a node may lag behind the one that another's transaction was sent to. */
const LAG_BLOCKS = 32

/** A job that is to take a nonce, with the gas that it may use. */
export type Priced = { job: Job; gasLimit: bigint }
/** The first free nonce of a key, and what the chain is like. */
type From = { nonce: number; rate: Fees; head: number }

async function reservation(lane: TxLane, { job, gasLimit }: Priced, { nonce, rate, head }: From) {
  const attempt = await signAttempt(lane, job, { nonce, gasLimit, filler: false }, rate)
  const patch = {
    status: 'processing' as const,
    signer: lane.signer,
    chain_id: lane.chainId,
    nonce,
    gas_limit: gasLimit,
    from_block: BigInt(Math.max(0, head - LAG_BLOCKS)),
    reserved_at: lane.now(),
    next_at: lane.now(),
    tries: 0,
    attempt,
  }
  return { job, patch }
}

/**
 * Takes nonces for jobs, in their order: signed bytes and their hash are committed before anything leaves this process
 * (CA-47), of all in one transaction where none is in the way. One that was canceled meanwhile leaves its nonce to the
 * next; one that can't be stored keeps its turn and takes none of the others'.
 */
export async function reserveAll(lane: TxLane, wanted: readonly Priced[], from: From): Promise<LiveJob[]> {
  if (wanted.length > 1) {
    const asked = wanted.map((one, index) => reservation(lane, one, { ...from, nonce: from.nonce + index }))
    const all = await changeAllOrNone(lane, await Promise.all(asked))
    if (all) return all.filter(isLive)
  }
  const taken: LiveJob[] = []
  for (const one of wanted) {
    if (lane.closing()) break
    const asked = await reservation(lane, one, { ...from, nonce: from.nonce + taken.length })
    const [job] = await changeAll(lane, [asked])
    if (job && isLive(job)) taken.push(job)
  }
  return taken
}
