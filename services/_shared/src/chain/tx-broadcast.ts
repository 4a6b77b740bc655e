import { goingRate, isDear, replacementFees } from './fees.ts'
import { faultOf } from './rpc-error.ts'
import type { Asked, Patch } from './tx-change.ts'
import { change, changeAll, retryPatch, type TxLane } from './tx-lane.ts'
import { signAttempt } from './tx-sign.ts'
import { type Attempt, isLive, type Job, type LiveJob } from './tx-store.ts'

function newest(job: LiveJob): Attempt {
  const attempt = job.attempts.findLast((one) => one.nonce === job.nonce)
  if (!attempt) throw new Error(`chain job ${job.id} holds nonce ${job.nonce} without signed bytes`)
  return attempt
}

/** Whether the node ever took anything for the nonce that the job holds. */
export function isAccepted(job: LiveJob): boolean {
  return job.attempts.some((attempt) => attempt.nonce === job.nonce && attempt.accepted_at !== null)
}

/** What the node said to the newest bytes of a job: what that changes of it, or why it didn't take them. */
type Answer = { patch?: Patch | undefined; refusal?: unknown }

async function hand(lane: TxLane, job: LiveJob): Promise<Answer> {
  const attempt = newest(job)
  try {
    await lane.provider.send('eth_sendRawTransaction', [attempt.raw])
  } catch (error) {
    const fault = faultOf(error)
    if (fault !== 'known' && fault !== 'nonce-used') return { refusal: error }
    lane.memory.broadcastAt.set(job.id, lane.now().getTime())
    if (fault === 'nonce-used') return {} // mined already, ours or another's: the watch finds out
  }
  lane.memory.broadcastAt.set(job.id, lane.now().getTime())
  if (attempt.accepted_at !== null && job.tries === 0) return {}
  const patch = {
    ...(attempt.filler ? {} : { status: 'sent' as const }),
    ...(attempt.accepted_at === null ? { accepted: attempt.hash } : {}),
    tries: 0,
    next_at: lane.now(),
  }
  return { patch }
}

/**
 * Hands the newest bytes of a job to the node. What becomes of it is told by receipts alone; an answer only decides
 * when and with what to try again.
 */
export async function broadcast(lane: TxLane, job: LiveJob): Promise<Job | undefined> {
  const { patch, refusal } = await hand(lane, job)
  if (refusal !== undefined) return refused(lane, job, newest(job), refusal)
  return patch ? change(lane, job, patch) : job
}

/** Hands jobs to the node by ascending nonces. The rest waits when one isn't taken: a later nonce must not get ahead. */
export async function broadcastAll(lane: TxLane, jobs: readonly LiveJob[]): Promise<void> {
  const taken: Asked[] = []
  let last: (Answer & { job: LiveJob }) | undefined
  for (const job of jobs) {
    if (lane.closing()) break
    last = { job, ...(await hand(lane, job)) }
    if (!last.patch) break
    taken.push({ job, patch: last.patch })
  }
  await changeAll(lane, taken)
  if (last?.refusal !== undefined) await refused(lane, last.job, newest(last.job), last.refusal)
}

/** CA-47: tried again later; at a higher fee when that was the matter, and without the job when nothing helps. */
async function refused(lane: TxLane, job: LiveJob, last: Attempt, error: unknown): Promise<Job | undefined> {
  const { stuckMs, maxRetries } = lane.settings
  const fault = faultOf(error)
  const now = lane.now().getTime()
  const patch = retryPatch(lane, job, error)
  // a nonce in hand holds up those after it: the node's "no" isn't left alone for longer than half of the 60 s
  if (fault === 'refused' || fault === 'underpriced')
    patch.next_at = new Date(Math.min(patch.next_at.getTime(), now + stuckMs / 2))
  if (patch.retry_count >= maxRetries && job.retry_count < maxRetries)
    lane.onError(new Error(`chain job ${job.id} can't be broadcast: ${patch.retry_reason}`))
  // The job may not simply let go of its nonce: nobody can tell whether some node has the bytes, and a nonce left out
  // holds up all that follow. An empty transfer takes its place, and whichever is mined decides.
  const held = now - (job.reserved_at?.getTime() ?? now)
  const hopeless = patch.retry_count >= maxRetries || (fault === 'refused' && held >= stuckMs)
  const filler = last.filler || (hopeless && !isAccepted(job))
  if (fault !== 'underpriced' && filler === last.filler) return change(lane, job, patch)
  const attempt = await replacementOf(lane, job, filler)
  return change(lane, job, attempt ? { ...patch, attempt } : patch)
}

/**
 * Signs new bytes for the nonce that a job holds, at 12.5 % more.
 * @returns undefined when the newest are so dear already that a higher fee won't help, or the rate isn't known
 */
async function replacementOf(lane: TxLane, job: LiveJob, filler: boolean): Promise<Attempt | undefined> {
  const last = newest(job)
  const offer = { maxFee: last.max_fee, priorityFee: last.priority_fee }
  const rate = await goingRate(lane.provider).catch(() => undefined)
  if (!rate || (isDear(offer, rate) && filler === last.filler)) return undefined
  const at = { nonce: job.nonce, gasLimit: job.gas_limit ?? 0n, filler }
  return signAttempt(lane, job, at, replacementFees(offer, rate))
}

/** CA-47: not mined in 60 s: the same nonce at a higher fee, stored before it is broadcast. */
export async function pushOn(lane: TxLane, job: LiveJob): Promise<Job | undefined> {
  const { stuckMs, rebroadcastMs } = lane.settings
  const now = lane.now().getTime()
  if (job.next_at.getTime() > now) return job
  const last = newest(job)
  const lastTime = lane.memory.broadcastAt.get(job.id) ?? 0
  if (last.accepted_at !== null && now - last.accepted_at.getTime() >= stuckMs) {
    const attempt = await replacementOf(lane, job, last.filler)
    const replaced = attempt && (await change(lane, job, { attempt }))
    if (replaced && isLive(replaced)) return broadcast(lane, replaced)
  }
  if (last.accepted_at === null || now - lastTime >= rebroadcastMs) return broadcast(lane, job)
  return job
}
