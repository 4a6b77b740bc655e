import type { Tx } from '@talad/shared/db'
import type { FoundCoupon } from './find.ts'
import { limitOf } from './levels.ts'
import type { UseRow } from './uses.ts'

type Statement = { name: string; text: string; values: unknown[] }

/** What isn't counted is given away for nothing. */
async function count(tx: Tx, statement: Statement): Promise<void> {
  const { rowCount } = await tx.query(statement)
  if (rowCount !== 1) throw new Error(`${statement.name} has counted nothing`)
}

/**
 * CA-74: counts a use where its code and its pool count, which are locked; more than their limits the database refuses.
 * @param isUsed false: it only holds a place, and the code is taken all the same
 */
export async function countUse(tx: Tx, found: FoundCoupon, isUsed: boolean, now: Date): Promise<void> {
  const { spaceId, poolName, entry, pool, itemId, token, code } = found
  const limit = limitOf(found)
  if (entry)
    await count(tx, {
      name: 'campaign.count_coupon_code',
      text: `update coupon_code set taken = true, use_count = use_count + $2, most = $3,
          last_used = case when $2 > 0 then greatest(last_used, $4) else last_used end where id = $1`,
      values: [entry.id, isUsed ? 1 : 0, limit, now],
    })
  if (!isUsed) return
  if (!entry)
    await count(tx, {
      name: 'campaign.count_coupon_token',
      text: `update coupon_token_code set use_count = use_count + 1, most = $4, last_used = greatest(last_used, $5)
        where item_id = $1 and token = $2 and code = $3`,
      values: [itemId, token, code, limit, now],
    })
  if (pool?.counted)
    await count(tx, {
      name: 'campaign.count_coupon_pool',
      text: `update coupon_pool_setting set use_count = use_count + 1, most = $3, last_used = greatest(last_used, $4)
        where space_id = $1 and pool_name = $2`,
      values: [spaceId, poolName, pool.meta_timer.limit ?? null, now],
    })
}

/** Takes a use back where it has counted; its code rests from the use before it on. */
export async function uncountUse(tx: Tx, use: UseRow): Promise<void> {
  if (use.code_id !== null)
    await tx.query(
      `update coupon_code set use_count = use_count - 1, last_used = (select max(used_at) from coupon_use
         where state = 'consumed' and code_id = $1 and id <> $2) where id = $1`,
      [use.code_id, use.id],
    )
  else
    await tx.query(
      `update coupon_token_code set use_count = use_count - 1, last_used = (select max(used_at) from coupon_use
         where state = 'consumed' and code_id is null and item_id = $1 and token = $2 and code = $3 and id <> $4)
       where item_id = $1 and token = $2 and code = $3`,
      [use.item_id, use.token, use.code, use.id],
    )
  if (use.pool_name !== null)
    await tx.query(
      `update coupon_pool_setting set use_count = use_count - 1, last_used = (select max(used_at) from coupon_use
         where state = 'consumed' and space_id = $1 and pool_name = $2 and id <> $3)
       where space_id = $1 and pool_name = $2 and counted`,
      [use.space_id, use.pool_name, use.id],
    )
}
