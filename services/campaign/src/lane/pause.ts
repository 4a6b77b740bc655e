import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { type ChangeDeps, transact } from '@talad/shared/stream'
import { takeBackBatches } from './send.ts'

const pauseKey = (lane: string) => `lane-pause:${lane}`

/** Whether nothing new is sent in a lane. It stays as it is until the transaction ends: a pause waits for it. */
export async function isPaused(tx: Tx, lane: string): Promise<boolean> {
  await lockKey(tx, pauseKey(lane), 'shared')
  const { rows } = await tx.query('select 1 from mint_lane where name = $1 and paused', [lane])
  return rows.length > 0
}

/** Stops a lane until a person has looked: what is signed goes on, no other mint is. Deployments go on: they give nobody anything. */
export async function pauseLane(
  deps: Pick<ChangeDeps, 'db'>,
  lane: string,
  why: string,
  now: Date,
): Promise<void> {
  await transact(deps, async (tx) => {
    await lockKey(tx, pauseKey(lane))
    await tx.query(
      `insert into mint_lane as l (name, paused, why, paused_at) values ($1, true, $2, $3)
       on conflict (name) do update set paused = true, why = excluded.why,
         paused_at = case when l.paused then l.paused_at else excluded.paused_at end`,
      [lane, why, now],
    )
  })
  // afterwards: who halves a batch holds it, and asks then whether the lane is paused
  await transact(deps, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `select id from mint_batch where lane = $1 and not ended and tx_status = 'pending'`,
      [lane],
    )
    const ids = rows.map(({ id }) => id)
    await takeBackBatches(tx, ids, now)
  })
}
