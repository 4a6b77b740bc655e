import { inherit } from '@talad/proto/http/campaign/payload/inherit'
import { type Payload, payload as payloadSchema } from '@talad/proto/http/campaign/payload/modules'
import { arrayText, type Queryable } from '@talad/shared/db'
import { type Traits, traitsOf } from '../requirement/condition.ts'
import type { Slot } from '../requirement/slots.ts'
import type { Definition } from './definition.ts'

/** A virtual token of an account, with what it is. */
export type VirtualToken = {
  accountId: string
  collectionId: string
  itemId: string
  tokenId: bigint
  units: bigint
  /** copies of it may be several people's (CA-48) */
  shared: boolean
  /** CA-28 */
  minting: 'under_way' | undefined
  traits: Traits
}

/** Which collections and items campaigns ask for, in slots or by a coupon. */
export function virtualNames(campaigns: readonly Pick<Definition, 'slots' | 'coupon'>[]): {
  collections: string[]
  items: string[]
} {
  const slots: Slot[] = campaigns.flatMap((one) => one.slots)
  const entries = slots.flatMap(({ entries: all }) => all.filter(({ type }) => type === 'vnft'))
  const ofCoupons = campaigns.flatMap((one) => {
    const { coupon } = one
    return coupon && 'itemId' in coupon ? [coupon.itemId] : []
  })
  return {
    collections: [...new Set(entries.flatMap(({ vcollectionId }) => vcollectionId ?? []))],
    items: [...new Set([...entries.flatMap(({ vitemId }) => vitemId ?? []), ...ofCoupons])],
  }
}

type Level = { id: string; payload: unknown }
const levelOf = (given: unknown): Payload[] => (given == null ? [] : [payloadSchema.parse(given)])

/** CA-26, CA-59: what a token of ours is: the attributes of its payload, its own before those of item and collection. */
const traitsFrom = (levels: readonly Payload[]): Traits =>
  traitsOf(Object.entries(inherit(levels).attributes ?? {}).map(([key, { value }]) => [key, value] as const))

/** What items are by their payloads and their collections'. */
export async function itemTraits(db: Queryable, itemIds: readonly string[]) {
  const { rows } = await db.query<Level & { above: unknown }>(
    `select i.id, i.payload, c.payload as above from vitem i join vcollection c on c.id = i.collection_id
     where i.id = any($1::text[])`,
    [arrayText(itemIds)],
  )
  const levels = new Map(rows.map(({ id, payload, above }) => [id, [...levelOf(above), ...levelOf(payload)]]))
  const usual = new Map([...levels].map(([id, of]) => [id, traitsFrom(of)]))
  return (itemId: string, own: unknown): Traits =>
    own == null
      ? (usual.get(itemId) ?? new Map())
      : traitsFrom([...(levels.get(itemId) ?? []), ...levelOf(own)])
}

type HoldingRow = {
  holder_id: string
  collection_id: string
  item_id: string
  item_token_id: bigint
  amount: bigint
  payload: unknown
  shared: boolean
  minting: boolean
}

/** What accounts have of collections and items and isn't on chain yet (CA-28). */
export async function readVirtual(
  db: Queryable,
  accountIds: readonly string[],
  { collections, items }: ReturnType<typeof virtualNames>,
): Promise<VirtualToken[]> {
  if (collections.length + items.length === 0) return []
  const { rows } = await db.query<HoldingRow>({
    name: 'campaign.held_virtual',
    text: `select h.holder_id, h.collection_id, h.item_id, h.item_token_id, sum(h.amount)::bigint as amount,
        (array_agg(h.payload order by h.id))[1] as payload, t.shared, m.id is not null and m.state = 'open' as minting
      from holding h join item_token t on t.item_id = h.item_id and t.number = h.item_token_id
      left join mint m on m.holding_id = h.id
      where h.holder_id = any($1::text[]) and (h.collection_id = any($2::text[]) or h.item_id = any($3::text[]))
        and (m.id is null or m.state <> 'mined')
      group by 1, 2, 3, 4, t.shared, 8`,
    values: [arrayText([...new Set(accountIds)]), arrayText(collections), arrayText(items)],
  })
  const traits = await itemTraits(db, [...new Set(rows.map(({ item_id }) => item_id))])
  return rows.map((row) => ({
    accountId: row.holder_id,
    collectionId: row.collection_id,
    itemId: row.item_id,
    tokenId: row.item_token_id,
    units: row.amount,
    shared: row.shared,
    minting: row.minting ? 'under_way' : undefined,
    traits: traits(row.item_id, row.payload),
  }))
}
