import { isTransient } from '../db.ts'
import { asFields, type Fees, goingRate } from './fees.ts'
import { describeFault, faultOf, refusesCall, runsOutOfGas } from './rpc-error.ts'
import { broadcastAll } from './tx-broadcast.ts'
import {
  change,
  giveUp,
  leaveToOthers,
  othersFor,
  report,
  retryPatch,
  type TxLane,
  triesRunOut,
} from './tx-lane.ts'
import { type Priced, reserveAll } from './tx-nonces.ts'
import { type Job, type LiveJob, nonceAfterKnown } from './tx-store.ts'

/** Contracts may need a little more than they needed a moment ago. */
const GAS_MARGIN_PERCENT = 20n
/** How long a node may lag behind the one that another's transaction was sent to. */
const LAG_MS = 30_000

/** CA-47: a try that failed without a nonce: again later, or failed when the counted tries have run out. */
async function postpone(lane: TxLane, job: Job, error: unknown): Promise<void> {
  const patch = retryPatch(lane, job, error)
  if (!triesRunOut(lane, job, patch.retry_count, patch.retry_reason))
    return void (await change(lane, job, patch))
  await giveUp(lane, job, { ...patch, failed_reason: patch.retry_reason }, true)
}

type Simulated = { job: Job; gas: bigint } | { job: Job; error: unknown }

/** At the price and with the gas that it will be sent with: a contract may do otherwise where gas costs nothing. */
async function simulate(lane: TxLane, job: Job, rate: Fees, from = lane.signer): Promise<Simulated> {
  try {
    const { recipient: to, data, value } = job
    const offered = { gasLimit: lane.settings.maxGas, ...asFields(rate) }
    return { job, gas: await lane.provider.estimateGas({ from, to, data, value, ...offered }) }
  } catch (error) {
    return { job, error }
  }
}

type Account = { rate: Fees; balance: bigint; nonce: number; head: number }

/** What a reservation needs to know of the chain. */
async function readAccount(lane: TxLane, inFlight: readonly LiveJob[]): Promise<Account> {
  const { provider, signer, memory } = lane
  const [rate, balance, head, mined, known, used] = await Promise.all([
    goingRate(provider),
    provider.getBalance(signer),
    provider.getBlockNumber(),
    provider.getTransactionCount(signer, 'latest'),
    provider.getTransactionCount(signer, 'pending'),
    nonceAfterKnown(lane.db, lane),
  ])
  const floor = lane.now().getTime() - memory.floor.at < LAG_MS ? memory.floor.nonce : 0
  const nonce = Math.max(mined, known, floor, used)
  // what is under way may still cost what it offers at most
  const owed = inFlight
    .filter((job) => job.nonce >= mined)
    .map((job) => job.value + (job.gas_limit ?? 0n) * (job.attempts.at(-1)?.max_fee ?? 0n))
  return { rate, head, nonce, balance: owed.reduce((left, cost) => left - cost, balance) }
}

function gasLimitOf({ settings: { maxGas } }: TxLane, gas: bigint): bigint {
  const limit = (gas * (100n + GAS_MARGIN_PERCENT)) / 100n
  return limit < maxGas ? limit : maxGas
}

const NO_MONEY = new Error('insufficient funds of the signer')

/** CA-47: a deterministic revert fails at once; no nonce was taken. A key that isn't allowed to leaves it to the others. */
async function refused(lane: TxLane, job: Job, error: unknown, rate: Fees): Promise<void> {
  for (const { signer } of othersFor(lane, job)) {
    const other = await simulate(lane, job, rate, signer)
    if ('gas' in other) return leaveToOthers(lane, `${signer} can do ${job.id}, ${describeFault(error)}`)
    if (!refusesCall(other.error) && faultOf(other.error) !== 'empty') return postpone(lane, job, other.error)
  }
  const failed_reason = `reverted in simulation: ${describeFault(error)}`
  await giveUp(lane, job, { failed_reason }, false)
}

/** CA-47: an empty signer waits for money, unless another key of the queue has some. */
async function unpaid(lane: TxLane, job: Job): Promise<void> {
  if (othersFor(lane, job).length > 0) return leaveToOthers(lane, NO_MONEY.message)
  await postpone(lane, job, NO_MONEY)
}

/**
 * Notes what becomes of a job that can't be done now. One of which that can't be stored keeps its turn and takes none of
 * the others': what chain and owner have to say of it is not theirs.
 */
async function setAside(
  lane: TxLane,
  { job, error }: { job: Job; error: unknown },
  { rate, balance }: Pick<Account, 'rate' | 'balance'>,
): Promise<void> {
  // a node gives a call no more gas than its signer can pay
  const isPoor = runsOutOfGas(error) && balance < job.value + lane.settings.maxGas * rate.maxFee
  try {
    if (isPoor || faultOf(error) === 'empty') await unpaid(lane, job)
    else await (refusesCall(error) ? refused(lane, job, error, rate) : postpone(lane, job, error))
  } catch (fault) {
    if (isTransient(fault)) throw fault
    report(lane, `chain job ${job.id} can't be set aside`, fault)
  }
}

/**
 * Brings waiting jobs onto the chain: simulates them, gives nonces in order to those that succeed, and broadcasts.
 * A simulation doesn't see what is still under way: jobs must not depend on one another.
 */
export async function takeUp(
  lane: TxLane,
  jobs: readonly Job[],
  inFlight: readonly LiveJob[],
): Promise<void> {
  const read = await readAccount(lane, inFlight).catch((error: unknown) => ({ error }))
  if ('error' in read) {
    for (const job of jobs) await postpone(lane, job, read.error)
    return
  }
  const simulated = await Promise.all(jobs.map((job) => simulate(lane, job, read.rate)))
  const good: { job: Job; gas: bigint }[] = []
  for (const result of simulated) {
    if ('gas' in result) good.push(result)
    else await setAside(lane, result, read)
  }
  const priced: Priced[] = []
  for (const { job, gas } of good) {
    if (lane.closing()) return
    const gasLimit = gasLimitOf(lane, gas)
    const cost = job.value + gasLimit * read.rate.maxFee
    if (cost > read.balance) {
      await unpaid(lane, job)
      continue
    }
    priced.push({ job, gasLimit })
    read.balance -= cost
  }
  await broadcastAll(lane, await reserveAll(lane, priced, read))
}
