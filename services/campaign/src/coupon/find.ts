import { metaTimer } from '@talad/proto/http/campaign/coupon-shapes'
import { code as normalCode } from '@talad/proto/http/campaign/payload/modules'
import type { Queryable } from '@talad/shared/db'
import { z } from 'zod'
import { type Coupon, couponOfItem, type ItemCoupon } from './item.ts'

/**
 * What a code is to be of: a pool of a project, or an item, of that project where one is said. Of an item the token says
 * whose, where that matters.
 */
export type CouponOf =
  | { spaceId: string; poolName: string }
  | { spaceId?: string | undefined; itemId: string; token?: number | undefined }

/** A token by its item and its number there. */
export type TokenIdentity = { itemId: string; token: number }
export const identityOf = ({ itemId, token }: TokenIdentity) => `${itemId}:${token}`

export type CouponAsked = {
  /** as it was typed (CA-75) */
  code: string
  of: CouponOf
  /** whether a token is of who uses the code, where it is a token's alone; absent: anybody may who knows it */
  owns?: ((token: TokenIdentity) => boolean) | undefined
}

const counter = z.object({ use_count: z.coerce.number(), last_used: z.date().nullable() })
export type Counter = z.infer<typeof counter>
const entry = counter.extend({
  id: z.string(),
  description: z.string(),
  meta_timer: metaTimer,
  assigned_to: z.string().nullable(),
  assigned_at: z.date().nullable(),
})
const pool = counter.extend({
  description: z.string(),
  meta_timer: metaTimer,
  counted: z.boolean(),
})
const found = z.object({
  entry: entry.nullable(),
  pool: pool.nullable(),
  own: counter.extend({ token: z.coerce.number(), made: z.boolean() }).nullable(),
})

/** A code that is there, with what holds of it. */
export type FoundCoupon = z.infer<typeof found> & {
  spaceId: string
  code: string
  poolName: string | null
  /** null: of a pool alone */
  itemId: string | null
  /** 0: it isn't said for which */
  token: number | null
  /** of the payload */
  coupon: Coupon | undefined
  /** CA-69 */
  ageStart: Date | null
}

type Place = {
  spaceId: string
  poolName: string | null
  code: string
  itemId: string | null
  token: number | null
  made: boolean
}

/** What there is of a code: one trip whatever there is, so that nobody tells by the time what there isn't. */
async function lookUp(db: Queryable, { spaceId, poolName, code, itemId, token, made }: Place) {
  const { rows } = await db.query<Record<string, unknown>>({
    name: 'campaign.find_coupon',
    text: `select c.id, c.description, c.meta_timer, c.assigned_to, c.assigned_at, c.use_count, c.last_used,
        s.id as pool_id, s.description as pool_description, s.meta_timer as pool_timer, s.counted,
        s.use_count as pool_count, s.last_used as pool_used,
        t.token, t.made, t.use_count as own_count, t.last_used as own_used
      from (values (1)) one left join coupon_code c on c.space_id = $1 and c.pool_name = $2 and c.code = $3
      left join coupon_pool_setting s on s.space_id = $1 and s.pool_name = $2
      left join coupon_token_code t on t.item_id = $4 and t.code = $3 and (t.made or not $6) and ($5::bigint is null or t.token = $5)`,
    values: [spaceId, poolName, code, itemId, token, made],
  })
  const [row = {}] = rows
  return found.parse({
    entry: row.id ? row : null,
    pool: row.pool_id
      ? {
          description: row.pool_description,
          meta_timer: row.pool_timer,
          counted: row.counted,
          use_count: row.pool_count,
          last_used: row.pool_used,
        }
      : null,
    own: typeof row.made === 'boolean' ? { ...row, use_count: row.own_count, last_used: row.own_used } : null,
  })
}

/** Whose a code of a pool is; undefined: nobody's yet. */
function assignedToken(assigned: string | null | undefined): TokenIdentity | undefined {
  const [itemId, token] = assigned?.split(':') ?? []
  return itemId === undefined || token === undefined ? undefined : { itemId, token: Number(token) }
}

/** The token that a code is of; undefined: it is no token's alone. */
export const ownerOf = ({ entry, itemId, token }: FoundCoupon): TokenIdentity | undefined =>
  assignedToken(entry?.assigned_to) ?? (itemId !== null && token ? { itemId, token } : undefined)

/** What is said of the token that a code is of, where its pool or its item was asked for without saying whose. */
const saidOf = (
  db: Queryable,
  of: CouponOf,
  { itemId, token }: TokenIdentity,
  item: ItemCoupon | undefined,
) => ('itemId' in of && of.token !== undefined ? item : couponOfItem(db, itemId, token))

/**
 * A code, where it is what is asked for. An unknown code, one of another token, a token that isn't there and what is not
 * theirs are undefined alike, after the same look-ups (CA-73).
 * @param known the item, where it was read just now
 */
export async function findCoupon(
  db: Queryable,
  { code: typed, of, owns }: CouponAsked,
  known?: ItemCoupon,
): Promise<FoundCoupon | undefined> {
  const normal = normalCode.safeParse(typed)
  if (!normal.success) return undefined // no code looks like this
  const code = normal.data
  const isItem = 'itemId' in of
  const read = isItem ? (known ?? (await couponOfItem(db, of.itemId, of.token))) : undefined
  const item = read?.spaceId === (of.spaceId ?? read?.spaceId) ? read : undefined
  const coupon = item?.coupon
  const made = coupon?.codegen !== undefined
  const place: Place = {
    spaceId: isItem ? (item?.spaceId ?? '') : of.spaceId,
    poolName: isItem ? (coupon?.codepool?.trim() ?? null) : of.poolName,
    code,
    itemId: isItem ? of.itemId : null,
    token: isItem ? (of.token ?? (made ? null : 0)) : null,
    made,
  }
  const there = await lookUp(db, place)
  const { entry: ofPool, own } = there
  const about = {
    ...there,
    spaceId: place.spaceId,
    code,
    poolName: place.poolName,
    itemId: place.itemId,
    coupon,
  }
  const isOwn = (token: TokenIdentity | undefined) => token === undefined || owns === undefined || owns(token)
  if (place.poolName !== null) {
    const token = assignedToken(ofPool?.assigned_to)
    const isOther = isItem && (token?.itemId !== of.itemId || (of.token ?? token.token) !== token.token)
    if (!ofPool || isOther || !isOwn(token)) return undefined
    const said = token && (await saidOf(db, of, token, item))
    if (token && !said?.grantedAt) return undefined
    const payload = said?.coupon?.codepool?.trim() === place.poolName ? said.coupon : coupon // CA-71
    return { ...about, coupon: payload, token: token?.token ?? null, ageStart: ofPool.assigned_at }
  }
  const token = made ? own?.token : (place.token ?? 0)
  if (!isItem || !coupon || token === undefined) return undefined
  const isListed = made || coupon.code === code || coupon.codes?.includes(code)
  const its = token === 0 ? undefined : { itemId: of.itemId, token }
  if (!isListed || !isOwn(its)) return undefined
  const said = its && (await saidOf(db, of, its, item))
  if (its && !said?.grantedAt) return undefined
  const payload = made && said?.coupon?.codegen ? said.coupon : coupon // CA-59
  return { ...about, coupon: payload, token, ageStart: said?.grantedAt ?? null }
}
