import type { Context } from '../context.ts'
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

/** A job, and what is to become of it. */
export type Asked = { job: Job; patch: Patch }

/** A change as the owner of a job is told of it, with who caused it. */
export type Told = TxChange & { context: Context }

/** Under whose name a job goes on. */
export const contextOf = ({ correlation_id }: Job): Context => ({
  correlationId: correlation_id,
  actor: 'chain',
})

function after({ job, patch }: Asked, now: Date): Job {
  const { attempt, accepted, ...fields } = patch
  // a nonce that a deep reorganisation has freed again may bring the very same bytes again
  const isNew = attempt && !job.attempts.some(({ hash }) => hash === attempt.hash)
  const attempts = [...job.attempts, ...(isNew ? [attempt] : [])].map((one) =>
    one.hash === accepted ? { ...one, accepted_at: now } : one,
  )
  return { ...job, ...fields, version: job.version + 1, attempts }
}

/**
 * Stores the next states of jobs, in the order of their ids, so that two who change the same ones don't wait in a circle.
 * @returns of each the job as it is now, undefined where somebody else changed it meanwhile (it was canceled); and what
 * the owners should be told, of those in which they can see a difference
 */
export async function storeChanges(
  tx: Tx,
  asked: readonly Asked[],
  now: Date,
): Promise<{ jobs: (Job | undefined)[]; told: Told[] }> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'kit.chain_tx_change_4',
    text: `
      with given as (select * from json_populate_recordset(null::kit.chain_tx, $1)),
      held as materialized (
        select t.id from kit.chain_tx t join given on given.id = t.id and given.version = t.version
        order by t.id for update of t),
      changed as (
        update kit.chain_tx t set status = n.status, chain_id = n.chain_id, nonce = n.nonce, gas_limit = n.gas_limit,
          from_block = n.from_block, reserved_at = n.reserved_at, hash = n.hash, block = n.block, tries = n.tries,
          retry_count = n.retry_count, retry_reason = n.retry_reason, failed_reason = n.failed_reason,
          next_at = n.next_at, block_hash = n.block_hash, watched = n.watched, signer = n.signer,
          version = t.version + 1, updated_at = $4
        from given n join held using (id) where t.id = n.id returning t.id),
      signed as (
        insert into kit.chain_tx_attempt (hash, job_id, nonce, raw, max_fee, priority_fee, filler, signed_at)
        select hash, job_id, nonce, raw, max_fee, priority_fee, filler, signed_at
        from json_populate_recordset(null::kit.chain_tx_attempt, $2) where job_id in (select id from changed)
        on conflict (hash) do nothing),
      accepted as (
        update kit.chain_tx_attempt set accepted_at = $4
        where hash = any($3::text[]) and job_id in (select id from changed))
      select id from changed`,
    values: [
      toJson(
        asked.map(({ job: { version, attempts: _, ...job }, patch }) => ({ ...job, ...patch, version })),
      ),
      toJson(asked.flatMap(({ patch }) => patch.attempt ?? [])),
      asked.flatMap(({ patch }) => patch.accepted ?? []),
      now,
    ],
  })
  const stored = new Set(rows.map(({ id }) => id))
  const jobs = asked.map((one) => (stored.has(one.job.id) ? after(one, now) : undefined))
  const told = asked.flatMap(({ job }, index) => {
    const next = jobs[index]
    const change = next && changeOf(next)
    return change && toJson(change) !== toJson(changeOf(job)) ? { ...change, context: contextOf(job) } : []
  })
  return { jobs, told }
}
