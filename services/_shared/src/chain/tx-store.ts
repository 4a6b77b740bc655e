import type { Queryable } from '../db.ts'

/** The channel that tells queues that a job was asked for. */
export const TX_CHANNEL = 'chain-tx'

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
  /** whose keys may sign it; null: only `signer`'s */
  queue: string | null
  /** the key that it belongs to since that signed it; lower case, as `recipient` and `data` */
  signer: string | null
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
  /** the block that it is in; confirmed once it has ended */
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

/** Whose jobs are asked for: those of a key on a chain. */
export type Key = { signer: string; chainId: bigint }

export type JobRow = Omit<Job, 'attempts'>

/** Jobs with everything that was signed for them. */
export async function withAttempts(db: Queryable, rows: readonly JobRow[]): Promise<Job[]> {
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

/** Whether a job holds a nonce now. */
export function isLive(job: Job): job is LiveJob {
  return (job.status === 'processing' || job.status === 'sent') && job.nonce !== null
}

/** Jobs of a key that hold a nonce and are in no block, as far as is known; lowest nonce first. */
export async function jobsInFlight(db: Queryable, { signer, chainId }: Key): Promise<LiveJob[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx
     where signer = $1 and chain_id = $2 and status in ('processing', 'sent') and block is null order by nonce`,
    [signer, chainId],
  )
  return (await withAttempts(db, rows)).filter(isLive)
}

export type BlockRef = { block: bigint | null; block_hash: string | null }

/** Which jobs of a key that are in a block: those that wait for its confirmations, or those that have ended in it. */
export type InBlock = 'included' | 'settled'

const IN_BLOCK: Record<InBlock, string> = {
  included: "status in ('processing', 'sent') and block is not null",
  settled: 'watched',
}

/** Blocks that jobs of a key are in; of those that have ended, only what is watched. null: the block is gone. */
export async function blockRefsOf(
  db: Queryable,
  { signer, chainId }: Key,
  which: InBlock,
): Promise<BlockRef[]> {
  const { rows } = await db.query<BlockRef>(
    `select distinct block, block_hash from kit.chain_tx
     where signer = $1 and chain_id = $2 and ${IN_BLOCK[which]}`,
    [signer, chainId],
  )
  return rows
}

/** Jobs of a key that are in a block, lowest nonce first. */
export async function jobsIn(
  db: Queryable,
  { signer, chainId }: Key,
  which: InBlock,
  { block, block_hash }: BlockRef,
): Promise<Job[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx where signer = $1 and chain_id = $2 and ${IN_BLOCK[which]}
       and block is not distinct from $3 and block_hash is not distinct from $4 order by nonce`,
    [signer, chainId, block, block_hash],
  )
  return withAttempts(db, rows)
}

/** Watches what has ended at or below a block no longer. */
export async function release(db: Queryable, { signer, chainId }: Key, upTo: number): Promise<void> {
  await db.query(
    `update kit.chain_tx set watched = false where signer = $1 and chain_id = $2 and watched and block <= $3`,
    [signer, chainId, upTo],
  )
}

/**
 * The nonce after the highest that a job holds, or has used not long ago: a reorganisation may have freed it, and it
 * isn't free.
 */
export async function nonceAfterKnown(db: Queryable, { signer, chainId }: Key): Promise<number> {
  const { rows } = await db.query<{ next: number }>(
    `select coalesce(greatest(
       (select max(nonce) from kit.chain_tx where signer = $1 and chain_id = $2 and watched),
       (select max(nonce) from kit.chain_tx
        where signer = $1 and chain_id = $2 and status in ('processing', 'sent'))) + 1, 0) as next`,
    [signer, chainId],
  )
  return rows[0]?.next ?? 0
}

/**
 * Bytes that were signed for a nonce by the job that has it, newest first. One that had to take another nonce since then
 * would happen a second time.
 */
export async function signedFor(db: Queryable, { signer, chainId }: Key, nonce: number): Promise<string[]> {
  const { rows } = await db.query<{ raw: string }>(
    `select a.raw from kit.chain_tx_attempt a join kit.chain_tx t on t.id = a.job_id
     where t.signer = $1 and t.chain_id = $2 and t.nonce = $3 and a.nonce = $3 order by a.seq desc`,
    [signer, chainId, nonce],
  )
  return rows.map((row) => row.raw)
}
