import type { Queryable } from '../db.ts'
import { type Job, type JobRow, withAttempts } from './tx-store.ts'

/** Jobs that a key may take: its own, and those of the queue that no key has signed; null: its own alone. */
export type Takes = { signer: string; queue: string | null }

/** Jobs without a nonce whose time has come, in the order in which they were asked for. */
export async function dueJobs(db: Queryable, takes: Takes, now: Date, limit: number): Promise<Job[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx where (signer = $1 or signer is null and queue = $2)
       and status = 'pending' and next_at <= $3 and deadline > $3
     order by seq limit $4`,
    [takes.signer, takes.queue, now, limit],
  )
  return withAttempts(db, rows)
}

/** Jobs whose deadline passed before they took a nonce. */
export async function expiredJobs(db: Queryable, takes: Takes, now: Date): Promise<Job[]> {
  const { rows } = await db.query<JobRow>(
    `select * from kit.chain_tx where (signer = $1 or signer is null and queue = $2)
       and status = 'pending' and deadline <= $3
     order by seq limit 100`,
    [takes.signer, takes.queue, now],
  )
  return withAttempts(db, rows)
}

export type Workload = {
  /** something holds a nonce */
  live: boolean
  /** how many transactions are under way and in no block */
  inFlight: number
  /** something has ended in a block that may still be taken back */
  watched: boolean
  /** something that waits is past its deadline */
  expired: boolean
  /** when the next waiting job is due */
  dueAt: Date | null
}

/** What there is to do for a key. */
export async function workload(db: Queryable, takes: Takes, chainId: bigint, now: Date): Promise<Workload> {
  const { rows } = await db.query<{
    live: boolean
    in_flight: number
    expired: boolean
    watched: boolean
    due_at: Date | null
  }>({
    name: 'kit.chain_tx_workload_5',
    text: `
      select coalesce(bool_or(status <> 'pending' and chain_id = $2), false) as live,
        count(*) filter (where status <> 'pending' and chain_id = $2 and block is null)::int as in_flight,
        coalesce(bool_or(status = 'pending' and deadline <= $4), false) as expired,
        min(least(next_at, deadline)) filter (where status = 'pending') as due_at,
        exists (select 1 from kit.chain_tx where signer = $1 and chain_id = $2 and watched) as watched
      from kit.chain_tx
      where (signer = $1 or signer is null and queue = $3) and status in ('pending', 'processing', 'sent')`,
    values: [takes.signer, chainId, takes.queue, now],
  })
  const row = rows[0]
  return {
    live: row?.live ?? false,
    inFlight: row?.in_flight ?? 0,
    expired: row?.expired ?? false,
    watched: row?.watched ?? false,
    dueAt: row?.due_at ?? null,
  }
}

/** Keys that have jobs of a queue in hand, with how many. */
export async function keysAtWork(db: Queryable, queue: string): Promise<{ signer: string; jobs: number }[]> {
  const { rows } = await db.query<{ signer: string; jobs: number }>(
    `select signer, count(*)::int as jobs from kit.chain_tx
     where queue = $1 and signer is not null and status in ('pending', 'processing', 'sent') group by signer`,
    [queue],
  )
  return rows
}
