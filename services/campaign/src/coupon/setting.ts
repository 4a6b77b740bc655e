import type { PoolSettingShown } from '@talad/proto/http/campaign/coupon-pool-settings-admin'
import type { MetaTimerTerms } from '@talad/proto/http/campaign/coupon-shapes'
import type { Queryable, Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { lockPool } from './locks.ts'
import type { Pool } from './pool.ts'
import { shownTimer } from './shown.ts'

export type SettingRow = {
  id: string
  space_id: string
  pool_name: string
  description: string
  meta_timer: MetaTimerTerms
  counted: boolean
  use_count: bigint
  last_used: Date | null
  created: Date
  updated: Date
}

/** @throws Rejection POOL_SETTING_NOT_FOUND */
export async function requireSetting(db: Queryable, { spaceId, poolName }: Pool): Promise<SettingRow> {
  const { rows } = await db.query<SettingRow>(
    'select * from coupon_pool_setting where space_id = $1 and pool_name = $2',
    [spaceId, poolName],
  )
  if (!rows[0]) throw new Rejection('POOL_SETTING_NOT_FOUND', { field: 'pool_name' })
  return rows[0]
}

/**
 * CA-71, CA-77: sets what holds of a pool, while nobody uses it: a limit or a rest that it gets now finds what was used
 * before, by its codes.
 */
export async function setSetting(
  tx: Tx,
  { spaceId, poolName }: Pool,
  { description, metaTimer }: { description: string; metaTimer: MetaTimerTerms },
  now: Date,
): Promise<SettingRow> {
  await lockPool(tx, spaceId, poolName)
  const counted = metaTimer.limit !== undefined || metaTimer.cooldown !== undefined
  const { rows } = await tx.query<SettingRow>(
    `insert into coupon_pool_setting as s (id, space_id, pool_name, description, meta_timer, counted, use_count, last_used,
         created, updated)
       select $1, $2, $3, $4, $5, $6, coalesce(sum(c.use_count), 0)::bigint, max(c.last_used), $7, $7
       from coupon_code c where $6 and c.space_id = $2 and c.pool_name = $3 and c.taken
     on conflict (space_id, pool_name) do update set description = excluded.description,
       meta_timer = excluded.meta_timer, counted = excluded.counted, use_count = excluded.use_count, most = null,
       last_used = excluded.last_used, updated = excluded.updated
     returning *`,
    [newId(now), spaceId, poolName, description, toJson(metaTimer), counted, now],
  )
  if (!rows[0]) throw new Error('a setting is not there')
  return rows[0]
}

/** CA-77: its codes stay. @throws Rejection POOL_SETTING_NOT_FOUND, POOL_IN_USE */
export async function deleteSetting(tx: Tx, pool: Pool): Promise<SettingRow> {
  await lockPool(tx, pool.spaceId, pool.poolName)
  const before = await requireSetting(tx, pool)
  const uses = `project_id = $1 and btrim(payload->'coupon-code'->>'codepool') = $2`
  const { rows } = await tx.query(
    `(select 1 from vitem where ${uses} limit 1) union all (select 1 from vcollection where ${uses} limit 1)
     union all (select 1 from holding where payload is not null and ${uses} limit 1)`,
    [pool.spaceId, pool.poolName],
  )
  if (rows.length > 0) throw new Rejection('POOL_IN_USE', { field: 'pool_name' }) // CA-77
  await tx.query('delete from coupon_pool_setting where id = $1', [before.id])
  return before
}

export const shownSetting = (row: SettingRow): PoolSettingShown => ({
  _id: row.id,
  space_id: row.space_id,
  pool_name: row.pool_name,
  description: row.description,
  meta_timer: shownTimer(
    row.meta_timer,
    { use_count: Number(row.use_count), last_used: row.last_used },
    null,
  ),
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})
