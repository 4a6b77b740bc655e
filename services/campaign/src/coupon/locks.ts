import { columns, type Tx } from '@talad/shared/db'
import { lockKey, lockKeys } from '@talad/shared/lock-key'
import { identityOf, type TokenIdentity } from './find.ts'

/** What is locked of a code: the rows in which its uses count. */
export type Locked = {
  spaceId: string
  code: string
  poolName: string | null
  entryId: string | null
  itemId: string | null
  token: number | null
  made: boolean
  /** whose it is; undefined: no token's alone, or it doesn't matter */
  owner?: TokenIdentity | undefined
}

const poolKey = (spaceId: string, poolName: string) => `coupon.pool.${spaceId}.${poolName}`

/** CA-77: what holds of a pool changes while nobody uses it. */
export const lockPool = (tx: Tx, spaceId: string, poolName: string) => lockKey(tx, poolKey(spaceId, poolName))

const tokenKey = (token: TokenIdentity) => `coupon.token.${identityOf(token)}`

/** CA-42, CA-67: tokens get a code, or are taken back, while nobody uses one of theirs. */
export const lockTokens = (tx: Tx, tokens: readonly TokenIdentity[]) => lockKeys(tx, tokens.map(tokenKey))

const inOrder = <T>(list: readonly T[], key: (one: T) => string): T[] =>
  [...new Map(list.map((one) => [key(one), one])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)

/**
 * CA-42, CA-74: holds codes until the transaction ends, each kind of row in one order, so that two who use the same ones
 * don't wait in a circle. The row of a pool that has neither limit nor rest is shared.
 */
export async function lockCoupons(tx: Tx, all: readonly Locked[], now: Date): Promise<void> {
  const pools = inOrder(
    all.flatMap(({ spaceId, poolName }) => (poolName === null ? [] : [{ spaceId, poolName }])),
    ({ spaceId, poolName }) => poolKey(spaceId, poolName),
  )
  const [spaces = '', names = ''] = columns(
    pools,
    ({ spaceId }) => spaceId,
    ({ poolName }) => poolName,
  )
  await lockKeys(
    tx,
    [
      ...pools.map(({ spaceId, poolName }) => poolKey(spaceId, poolName)),
      ...all.flatMap(({ owner }) => (owner ? tokenKey(owner) : [])),
    ],
    'shared',
  )
  if (pools.length > 0)
    await tx.query({
      name: 'campaign.lock_coupon_pools',
      text: `select 1 from coupon_pool_setting s join unnest($1::text[], $2::text[]) p (space_id, pool_name)
          using (space_id, pool_name) where s.counted order by s.id for no key update of s`,
      values: [spaces, names],
    })
  const entries = inOrder(
    all.flatMap(({ entryId }) => entryId ?? []),
    (id) => id,
  )
  if (entries.length > 0)
    await tx.query({
      name: 'campaign.lock_coupon_codes',
      text: 'select 1 from coupon_code where id = any($1::text[]) order by id for no key update',
      values: [entries],
    })
  const own = inOrder(
    all.flatMap(({ entryId, itemId, token, code, spaceId, made }) =>
      entryId === null && itemId !== null && token !== null ? [{ itemId, token, code, spaceId, made }] : [],
    ),
    ({ itemId, token, code }) => JSON.stringify([itemId, token, code]),
  )
  if (own.length === 0) return
  // the first use of a code by a token makes the row in which it counts; of two at once one waits for the other
  for (const { itemId, token, code, spaceId, made } of own)
    await tx.query({
      name: 'campaign.lock_coupon_token',
      text: `insert into coupon_token_code as t (item_id, token, code, space_id, made, created) values ($1, $2, $3, $4, $5, $6)
        on conflict (item_id, token, code) do update set code = t.code`,
      values: [itemId, token, code, spaceId, made, now],
    })
}
