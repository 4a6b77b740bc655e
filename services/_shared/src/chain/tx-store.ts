import type { Queryable } from '../db.ts'

export type TxStatus = 'pending' | 'processing' | 'sent' | 'mined' | 'failed' | 'canceled'

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
  block_hash: string | null
  /** it has ended in a block that a reorganisation may still take back */
  watched: boolean
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

/** Whether a job holds a nonce now. */
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

export type Workload = {
  /** something holds a nonce */
  live: boolean
  /** something has ended in a block that may still be taken back */
  watched: boolean
  /** when the next waiting job is due */
  dueAt: Date | null
}

/** What there is to do for a key. */
export async function workload(db: Queryable, signer: string, chainId: bigint): Promise<Workload> {
  const { rows } = await db.query<{ live: boolean; watched: boolean; due_at: Date | null }>({
    name: 'kit.chain_tx_workload_2',
    text: `
      select coalesce(bool_or(status <> 'pending' and chain_id = $2), false) as live,
        min(least(next_at, deadline)) filter (where status = 'pending') as due_at,
        exists (select 1 from kit.chain_tx where signer = $1 and chain_id = $2 and watched) as watched
      from kit.chain_tx where signer = $1 and status in ('pending', 'processing', 'sent')`,
    values: [signer, chainId],
  })
  const row = rows[0]
  return { live: row?.live ?? false, watched: row?.watched ?? false, dueAt: row?.due_at ?? null }
}

export type Place = { block: bigint | null; block_hash: string | null }

/** Blocks in which jobs of a key have ended, as far as they are watched; null: the block is gone. */
export async function watchedPlaces(db: Queryable, signer: string, chainId: bigint): Promise<Place[]> {
  const { rows } = await db.query<Place>(
    `select distinct block, block_hash from kit.chain_tx where signer = $1 and chain_id = $2 and watched`,
    [signer, chainId],
  )
  return rows
}

/** Jobs that have ended in a block, lowest nonce first. */
export async function watchedJobs(
  db: Queryable,
  signer: string,
  chainId: bigint,
  { block, block_hash }: Place,
): Promise<Job[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx where signer = $1 and chain_id = $2 and watched
       and block is not distinct from $3 and block_hash is not distinct from $4 order by nonce`,
    [signer, chainId, block, block_hash],
  )
  return withAttempts(db, rows)
}

/** Watches what has ended at or below a block no longer. */
export async function letGo(db: Queryable, signer: string, chainId: bigint, upTo: number): Promise<void> {
  await db.query(
    `update kit.chain_tx set watched = false where signer = $1 and chain_id = $2 and watched and block <= $3`,
    [signer, chainId, upTo],
  )
}

/** The nonce after the highest that a watched job has used: a reorganisation may have freed it, and it isn't free. */
export async function nonceAfterWatched(db: Queryable, signer: string, chainId: bigint): Promise<number> {
  const { rows } = await db.query<{ next: number }>(
    `select coalesce(max(nonce) + 1, 0) as next from kit.chain_tx
     where signer = $1 and chain_id = $2 and watched`,
    [signer, chainId],
  )
  return rows[0]?.next ?? 0
}

/**
 * Bytes that were signed for a nonce by the job that has it, newest first. One that had to take another nonce since then
 * would happen a second time.
 */
export async function signedFor(
  db: Queryable,
  signer: string,
  chainId: bigint,
  nonce: number,
): Promise<string[]> {
  const { rows } = await db.query<{ raw: string }>(
    `select a.raw from kit.chain_tx_attempt a join kit.chain_tx t on t.id = a.job_id
     where t.signer = $1 and t.chain_id = $2 and t.nonce = $3 and a.nonce = $3 order by a.seq desc`,
    [signer, chainId, nonce],
  )
  return rows.map((row) => row.raw)
}
