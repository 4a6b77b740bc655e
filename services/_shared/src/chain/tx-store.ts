import type { Queryable, Tx } from '../db.ts'
import { toJson } from '../json.ts'

export type TxStatus = 'pending' | 'processing' | 'sent' | 'mined' | 'failed' | 'canceled'

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

/** Signed bytes. A filler uses the nonce up instead of the job. */
export type Attempt = {
  hash: string
  job_id: string
  nonce: number
  raw: string
  max_fee: bigint
  priority_fee: bigint
  filler: boolean
  signed_at: Date
  /** when the node took it; null: not yet, or nobody knows */
  accepted_at: Date | null
}

export type Job = {
  id: string
  seq: bigint
  /** lower case, as `recipient` and `data` */
  signer: string
  recipient: string
  data: string
  value: bigint
  deadline: Date
  correlation_id: string
  status: TxStatus
  chain_id: bigint | null
  nonce: number | null
  gas_limit: bigint | null
  /** no transaction of the nonce is in an earlier block */
  from_block: bigint | null
  reserved_at: Date | null
  hash: string | null
  block: bigint | null
  tries: number
  retry_count: number
  retry_reason: string | null
  failed_reason: string | null
  next_at: Date
  version: number
  /** all of the job, oldest first, also those of nonces that others used up */
  attempts: Attempt[]
}

/** A job that holds a nonce. */
export type LiveJob = Job & { status: 'processing' | 'sent'; nonce: number }

type JobRow = Omit<Job, 'attempts'>

async function withAttempts(db: Queryable, rows: readonly JobRow[]): Promise<Job[]> {
  if (rows.length === 0) return []
  const found = await db.query<Attempt>(
    'select * from kit.chain_tx_attempt where job_id = any($1) order by seq',
    [rows.map((row) => row.id)],
  )
  return rows.map((row) => ({ ...row, attempts: found.rows.filter((attempt) => attempt.job_id === row.id) }))
}

export async function findJob(db: Queryable, id: string): Promise<Job | undefined> {
  const { rows } = await db.query<JobRow>('select * from kit.chain_tx where id = $1', [id])
  return (await withAttempts(db, rows))[0]
}

/** The job that signed a transaction, whichever of its transactions it is. */
export async function findJobByHash(db: Queryable, hash: string): Promise<Job | undefined> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx
     where id = (select job_id from kit.chain_tx_attempt where hash = $1 and not filler)`,
    [hash.toLowerCase()],
  )
  return (await withAttempts(db, rows))[0]
}

export function isLive(job: Job): job is LiveJob {
  return (job.status === 'processing' || job.status === 'sent') && job.nonce !== null
}

/** Jobs of a key that hold a nonce, lowest first. */
export async function liveJobs(db: Queryable, signer: string, chainId: bigint): Promise<LiveJob[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx
     where signer = $1 and chain_id = $2 and status in ('processing', 'sent') order by nonce`,
    [signer, chainId],
  )
  return (await withAttempts(db, rows)).filter(isLive)
}

/** Jobs without a nonce whose time has come, in the order in which they were asked for. */
export async function dueJobs(db: Queryable, signer: string, now: Date, limit: number): Promise<Job[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx where signer = $1 and status = 'pending' and next_at <= $2 and deadline > $2
     order by seq limit $3`,
    [signer, now, limit],
  )
  return withAttempts(db, rows)
}

/** Jobs whose deadline passed before they took a nonce. */
export async function expiredJobs(db: Queryable, signer: string, now: Date): Promise<Job[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx where signer = $1 and status = 'pending' and deadline <= $2
     order by seq limit 100`,
    [signer, now],
  )
  return withAttempts(db, rows)
}

/** What there is to do for a key: whether anything holds a nonce, and when the next waiting job is due. */
export async function workload(
  db: Queryable,
  signer: string,
  chainId: bigint,
): Promise<{ live: boolean; dueAt: Date | null }> {
  const { rows } = await db.query<{ live: boolean; due_at: Date | null }>({
    name: 'kit.chain_tx_workload',
    text: `
      select coalesce(bool_or(status <> 'pending' and chain_id = $2), false) as live,
        min(least(next_at, deadline)) filter (where status = 'pending') as due_at
      from kit.chain_tx where signer = $1 and status in ('pending', 'processing', 'sent')`,
    values: [signer, chainId],
  })
  return { live: rows[0]?.live ?? false, dueAt: rows[0]?.due_at ?? null }
}

/** Bytes that were signed for a nonce, by whatever job, newest first. */
export async function signedFor(
  db: Queryable,
  signer: string,
  chainId: bigint,
  nonce: number,
): Promise<string[]> {
  const { rows } = await db.query<{ raw: string }>(
    `select a.raw from kit.chain_tx_attempt a join kit.chain_tx t on t.id = a.job_id
     where t.signer = $1 and t.chain_id = $2 and a.nonce = $3 order by a.seq desc`,
    [signer, chainId, nonce],
  )
  return rows.map((row) => row.raw)
}

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
    await tx.query(
      `insert into kit.chain_tx_attempt (hash, job_id, nonce, raw, max_fee, priority_fee, filler, signed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[attempt.hash, job.id, attempt.nonce, attempt.raw],
        ...[attempt.max_fee, attempt.priority_fee, attempt.filler, attempt.signed_at],
      ],
    )
  }
  if (accepted !== undefined)
    await tx.query('update kit.chain_tx_attempt set accepted_at = $2 where hash = $1', [accepted, now])
  return [...job.attempts, ...(attempt ? [attempt] : [])].map((one) =>
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
  const stored = await tx.query(
    `update kit.chain_tx set status = $3, chain_id = $4, nonce = $5, gas_limit = $6, from_block = $7,
       reserved_at = $8, hash = $9, block = $10, tries = $11, retry_count = $12, retry_reason = $13,
       failed_reason = $14, next_at = $15, version = version + 1, updated_at = $16
     where id = $1 and version = $2`,
    [
      ...[job.id, job.version, next.status, next.chain_id, next.nonce, next.gas_limit, next.from_block],
      ...[next.reserved_at, next.hash, next.block, next.tries, next.retry_count, next.retry_reason],
      ...[next.failed_reason, next.next_at, now],
    ],
  )
  if (stored.rowCount !== 1) return undefined
  const after = { ...next, attempts: await storeAttempts(tx, job, patch, now) }
  const change = changeOf(after)
  return { job: after, change: toJson(change) === toJson(changeOf(job)) ? undefined : change }
}
