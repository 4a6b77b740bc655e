import type { Tx } from '../db.ts'
import { toJson } from '../json.ts'
import { type Attempt, isLive, type Job, type TxStatus } from './tx-store.ts'

/** What the owner of a job is told of it, at each change that it can see. */
export type TxChange = {
  id: string
  status: TxStatus
  /** the newest transaction while it is under way, the one on chain once it is mined or has reverted */
  hash: string | null
  /** every transaction that was ever signed for the job, oldest first */
  hashes: string[]
  /** tries that count (CA-47): throttling and an empty signer don't */
  retryCount: number
  retryReason: string | null
  failedReason: string | null
}

/** What the owner of a job may know of it. */
export function changeOf(job: Job): TxChange {
  const own = job.attempts.filter((attempt) => !attempt.filler)
  const underWay = isLive(job) ? own.findLast((attempt) => attempt.nonce === job.nonce)?.hash : undefined
  return {
    id: job.id,
    status: job.status,
    hash: job.hash ?? underWay ?? null,
    hashes: own.map((attempt) => attempt.hash),
    retryCount: job.retry_count,
    retryReason: job.retry_reason,
    failedReason: job.failed_reason,
  }
}

export type Patch = Partial<Omit<Job, 'id' | 'seq' | 'attempts' | 'version'>> & {
  /** signed now, stored before it is broadcast */
  attempt?: Attempt
  /** hash of the attempt that the node took now */
  accepted?: string
}

async function storeAttempts(tx: Tx, job: Job, { attempt, accepted }: Patch, now: Date): Promise<Attempt[]> {
  if (attempt) {
    await tx.query({
      name: 'kit.chain_tx_attempt',
      text: `insert into kit.chain_tx_attempt (hash, job_id, nonce, raw, max_fee, priority_fee, filler, signed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (hash) do nothing`,
      values: [
        ...[attempt.hash, job.id, attempt.nonce, attempt.raw],
        ...[attempt.max_fee, attempt.priority_fee, attempt.filler, attempt.signed_at],
      ],
    })
  }
  if (accepted !== undefined)
    await tx.query('update kit.chain_tx_attempt set accepted_at = $2 where hash = $1', [accepted, now])
  // a nonce that a deep reorganisation has freed again may bring the very same bytes again
  const isNew = attempt && !job.attempts.some((one) => one.hash === attempt.hash)
  return [...job.attempts, ...(isNew ? [attempt] : [])].map((one) =>
    one.hash === accepted ? { ...one, accepted_at: now } : one,
  )
}

/**
 * Stores the next state of a job.
 * @returns the job as it is now, and what its owner should be told, if he can see a difference; undefined when somebody
 * else changed the job meanwhile (it was canceled)
 */
export async function storeChange(
  tx: Tx,
  job: Job,
  patch: Patch,
  now: Date,
): Promise<{ job: Job; change: TxChange | undefined } | undefined> {
  const { attempt: _, accepted: __, ...fields } = patch
  const next = { ...job, ...fields, version: job.version + 1 }
  const stored = await tx.query({
    name: 'kit.chain_tx_change_3',
    text: `update kit.chain_tx set status = $3, chain_id = $4, nonce = $5, gas_limit = $6, from_block = $7,
       reserved_at = $8, hash = $9, block = $10, tries = $11, retry_count = $12, retry_reason = $13,
       failed_reason = $14, next_at = $15, block_hash = $16, watched = $17, signer = $18, version = version + 1, updated_at = $19
     where id = $1 and version = $2`,
    values: [
      ...[job.id, job.version, next.status, next.chain_id, next.nonce, next.gas_limit, next.from_block],
      ...[next.reserved_at, next.hash, next.block, next.tries, next.retry_count, next.retry_reason],
      ...[next.failed_reason, next.next_at, next.block_hash, next.watched, next.signer, now],
    ],
  })
  if (stored.rowCount !== 1) return undefined
  const after = { ...next, attempts: await storeAttempts(tx, job, patch, now) }
  const change = changeOf(after)
  return { job: after, change: toJson(change) === toJson(changeOf(job)) ? undefined : change }
}
