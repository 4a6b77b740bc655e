import { modules, type Payload } from '@talad/proto/http/campaign/payload/modules'
import type { Queryable } from '@talad/shared/db'

export type Coupon = NonNullable<Payload['coupon-code']>

/** An item, or a token of one, as far as its coupon goes. */
export type ItemCoupon = {
  spaceId: string
  collectionId: string
  /** of the token, else of the item, else of its collection (CA-59) */
  coupon: Coupon | undefined
  /** CA-69: when the token was granted or minted first; null: it isn't there */
  grantedAt: Date | null
  /** how many numbers were given */
  tokens: bigint
}

/** @param token its number within the item; undefined: what holds of the item */
export async function couponOfItem(
  db: Queryable,
  itemId: string,
  token: number | undefined,
): Promise<ItemCoupon | undefined> {
  const { rows } = await db.query<{
    project_id: string
    collection_id: string
    coupon: unknown
    granted: Date | null
    tokens: bigint
  }>({
    name: 'campaign.coupon_of_item',
    // of copies with different payloads none counts, as for everybody who reads the token
    text: `select i.project_id, i.collection_id, i.last_token as tokens, least(h.granted, m.minted) as granted,
        coalesce(case when h.payloads = 1 then h.payload->'coupon-code' end, i.payload->'coupon-code', c.payload->'coupon-code') as coupon
      from vitem i join vcollection c on c.id = i.collection_id
      left join lateral (select min(created) as granted, (array_agg(payload))[1] as payload,
          count(distinct coalesce(payload, 'null')) as payloads
        from holding where item_id = i.id and item_token_id = $2) h on true
      left join lateral (select min(created) as minted from mint where item_id = i.id and item_token_id = $2) m on true
      where i.id = $1`,
    values: [itemId, token ?? null],
  })
  const [row] = rows
  return (
    row && {
      spaceId: row.project_id,
      collectionId: row.collection_id,
      coupon: modules['coupon-code'].optional().parse(row.coupon ?? undefined),
      grantedAt: row.granted,
      tokens: row.tokens,
    }
  )
}
