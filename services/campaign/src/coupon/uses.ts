import type { Queryable, Tx } from '@talad/shared/db'
import { type FoundCoupon, ownerOf, type TokenIdentity } from './find.ts'
import type { Held } from './levels.ts'
import type { Locked } from './locks.ts'

export type UseRow = {
  id: string
  space_id: string
  use_key: string
  pool_name: string | null
  code_id: string | null
  item_id: string | null
  token: bigint | null
  code: string
  state: 'pending' | 'consumed' | 'released'
  ends: Date | null
  used_at: Date | null
  by: string
  created: Date
  updated: Date
}

export async function findUse(
  db: Queryable,
  by: { id: string } | { key: string },
): Promise<UseRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['use_key', by.key]
  return (await db.query<UseRow>(`select * from coupon_use where ${column} = $1`, [value])).rows[0]
}

/** Where the uses of a code count. */
export const lockedOf = (found: FoundCoupon): Locked => ({
  ...found,
  entryId: found.entry?.id ?? null,
  made: found.own?.made ?? false,
  owner: ownerOf(found),
})

/** The uses of others that are not decided yet. @param key of the use that is asked about, which doesn't hold itself up (CA-40) */
export async function heldOf(
  db: Queryable,
  found: FoundCoupon,
  { key, now }: { key?: string | undefined; now: Date },
): Promise<Held> {
  const { spaceId, poolName, entry, itemId, token, code } = found
  const { rows } = await db.query<{ of: keyof Held; ends: Date }>({
    name: 'campaign.held_coupons',
    text: `select 'code' as of, ends from coupon_use where state = 'pending' and code_id = $3
        and ends > $2 and use_key is distinct from $1
      union all select 'code', ends from coupon_use where state = 'pending' and code_id is null and $3::text is null
        and item_id = $4 and token = $5 and code = $6 and ends > $2 and use_key is distinct from $1
      union all select 'pool', ends from coupon_use where state = 'pending' and space_id = $7 and pool_name = $8
        and ends > $2 and use_key is distinct from $1`,
    values: [key ?? null, now, entry?.id ?? null, itemId, token, code, spaceId, poolName],
  })
  const endsOf = (kind: keyof Held) => rows.filter(({ of }) => of === kind).map(({ ends }) => ends)
  return { code: endsOf('code'), pool: endsOf('pool') }
}

/** Writes a use down. @returns whether it is this one: the key may be another's meanwhile */
export async function saveUse(
  tx: Tx,
  use: Omit<UseRow, 'token'> & { token: number | null },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'campaign.save_coupon_use',
    text: `insert into coupon_use as u (id, space_id, use_key, pool_name, code_id, item_id, token, code, state, ends, used_at, by,
        created, updated) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      on conflict (use_key) do update set state = excluded.state, ends = excluded.ends, used_at = excluded.used_at,
        updated = excluded.updated where u.state = 'pending' and u.code = excluded.code
        and u.code_id is not distinct from excluded.code_id and u.item_id is not distinct from excluded.item_id`,
    values: [
      ...[use.id, use.space_id, use.use_key, use.pool_name, use.code_id, use.item_id, use.token, use.code],
      ...[use.state, use.ends, use.used_at, use.by, use.created, use.updated],
    ],
  })
  return rowCount === 1
}

/** CA-42: whether a code that is one of some tokens' was used. */
export async function areCouponsUsed(db: Queryable, spaceId: string, tokens: readonly TokenIdentity[]) {
  const { rows } = await db.query(
    `select 1 from unnest($2::text[], $3::bigint[]) t (item_id, token)
     where exists (select 1 from coupon_code c where c.space_id = $1 and c.assigned_to = t.item_id || ':' || t.token
         and c.use_count > 0)
       or exists (select 1 from coupon_token_code c where c.item_id = t.item_id and c.token = t.token and c.use_count > 0)`,
    [spaceId, tokens.map(({ itemId }) => itemId), tokens.map(({ token }) => token)],
  )
  return rows.length > 0
}

/** The newest first. */
export async function listUses(
  db: Queryable,
  asked: {
    space_id: string
    pool_name?: string | undefined
    code?: string | undefined
    size: number
    index: number
  },
): Promise<UseRow[]> {
  const { rows } = await db.query<UseRow>(
    `select * from coupon_use where space_id = $1 and ($2::text is null or pool_name = $2) and ($3::text is null or code = $3)
     order by created desc, id desc limit $4 offset $5`,
    [...[asked.space_id, asked.pool_name ?? null, asked.code ?? null, asked.size], asked.size * asked.index],
  )
  return rows
}
