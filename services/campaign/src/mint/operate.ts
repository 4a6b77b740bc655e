import type { Clock } from '@talad/shared/clock'
import type { Db, Queryable, Tx } from '@talad/shared/db'
import { type DecisionCall, decide, decideOnce } from '@talad/shared/decision'
import { VersionConflict } from '@talad/shared/event-log'
import { jobType } from '@talad/shared/jobs'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { z } from 'zod'
import { resumeLane } from '../lane/lanes.ts'
import { takeBackBatches } from '../lane/send.ts'
import { findMint, type MintRow } from './rows.ts'
import { mints } from './stream.ts'

type Known = { db: Db; now: Clock }

/** Due when an operator has asked for a mint to be tried again: the chain is asked first. */
export const mintRetry = jobType('mint.retry', z.object({ mintId: z.string(), by: z.string() }))

/** @throws Rejection MINT_NOT_FOUND */
export async function requireMint(db: Queryable, id: string): Promise<MintRow> {
  const row = await findMint(db, id)
  if (!row) throw new Rejection('MINT_NOT_FOUND', { field: '_id' })
  return row
}

/** Holds a mint that waits for a batch. @throws VersionConflict where it came into one since it was read: it is decided anew */
async function holdWaiting(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.query<{ batch_id: string | null }>(
    'select batch_id from mint where id = $1 for update',
    [id],
  )
  if (rows[0]?.batch_id !== null) throw new VersionConflict(`mint-${id}`, 0)
}

/** Takes its batch back of which nothing is signed. @returns whether a transaction of the mint holds a nonce */
async function takeBack(tx: Tx, { id, batch_id: batchId }: MintRow, now: Date): Promise<boolean> {
  if (batchId !== null) return (await takeBackBatches(tx, [batchId], now)) === 0
  await holdWaiting(tx, id)
  return false
}

/** CA-46: takes back what isn't signed. @param by who is named in the log @throws Rejection MINT_NOT_FOUND, MINT_UNDER_WAY */
export function cancelMint<A extends object>(
  deps: Known,
  call: DecisionCall,
  { id, by, note }: { id: string; by: string; note?: string },
  answer: (row: MintRow, now: Date) => A,
): Promise<A> {
  return decide(deps, mints, id, {
    call,
    action: 'mint.cancel',
    note,
    command: async ({ tx, now }) => {
      const row = await requireMint(tx, id)
      const signed = row.state === 'open' && (await takeBack(tx, row, now))
      return { type: 'Cancel', by, now, signed }
    },
    answer: async (_, { tx, now }) => answer(await requireMint(tx, id), now),
  })
}

type Operated = { note: string; now: Date }

/** Has a mint tried again that has ended; the service asks the chain first. @returns whether it has ended */
export function askRetry(
  deps: Known,
  call: DecisionCall,
  id: string,
  { note, now }: Operated,
): Promise<boolean> {
  return transact(deps, async (tx) => {
    const { state } = await requireMint(tx, id)
    if (state === 'open' || state === 'mined') return false
    const line = { action: 'mint.retry' as const, target: { kind: 'mint', id }, note, now }
    await decideOnce(tx, call, line, async () => ({ before: { state } }))
    await mintRetry.enqueue(tx, [{ key: id, payload: { mintId: id, by: 'operator' } }], now)
    return true
  })
}

/** Lets a lane go on that stands still. @returns whether it stood */
export function resume(
  deps: Known,
  call: DecisionCall,
  lane: string,
  { note, now }: Operated,
): Promise<boolean> {
  return transact(deps, async (tx) => {
    const stood = await resumeLane(tx, lane, now)
    if (stood) {
      const line = { action: 'lane.resume' as const, target: { kind: 'lane', id: lane }, note, now }
      await decideOnce(tx, call, line, async () => ({ after: { paused: false } }))
    }
    return stood
  })
}

/** Mints of all projects, those first that wait longest. */
export async function waitingMints(
  db: Queryable,
  { status, lane, limit }: { status?: string | undefined; lane?: string | undefined; limit: number },
) {
  const { rows } = await db.query<{ id: string }>(
    `select m.id from mint m left join mint_batch b on b.id = m.batch_id
     where ($1::text is null and m.state in ('open', 'failed')
         or m.state = $1 or m.state = 'open' and coalesce(case when not b.ended then b.tx_status end, 'pending') = $1)
       and ($2::text is null or m.lane = $2)
     order by m.since, m.id limit $3`,
    [status ?? null, lane ?? null, limit],
  )
  const found = await Promise.all(rows.map(({ id }) => findMint(db, id)))
  return found.flatMap((row) => row ?? [])
}
