import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { Queryable } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import type { Listing } from '../notification/decide.ts'
import { place } from '../notification/events.ts'

/** OB-2: what nothing can be bought from any more. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'cancelled'])

/** The asset that an order is about. */
export function placeOf({ asset, blockchain }: OrderChanged) {
  return asset && { blockchain, contract: asset.contractAddress, token: asset.tokenId }
}

/** What people have listed, and until when. */
export const listings = replica({
  name: 'listing',
  tables: ['listing_replica'],
  topic: 'order-book.order.v1',
  event: OrderChangedSchema,
  key: ['hash'],
  revision: 'revision',
  changing: ['revision', 'open'],
  columns(order) {
    const { hash, revision, end } = order
    const asset = placeOf(order)
    if (order.type !== 'list' || !asset || !end) return undefined
    const open = !ENDED.has(order.status)
    return { hash, revision, account_id: order.offererAccountId, open, ends_at: timestampDate(end), asset }
  },
})

/** Open listings in a contract, by hash. */
export async function openListingsAt(
  db: Queryable,
  { blockchain, contract }: { blockchain: string; contract: string },
  after: string,
  most: number,
) {
  const { rows } = await db.query<{ hash: string; account_id: string; ends_at: Date; asset: unknown }>(
    `select hash, account_id, ends_at, asset from listing_replica
     where open and lower(asset->>'contract') = $2 and asset->>'blockchain' = $1 and hash > $3
     order by hash limit $4`,
    [blockchain, contract, after, most],
  )
  return rows.map(({ hash, account_id: accountId, ends_at: endsAt, asset }) => ({
    hash,
    accountId,
    open: true,
    endsAt,
    asset: place.parse(asset),
  }))
}

/** A listing as it is known now; undefined when it is unknown. */
export async function findListing(db: Queryable, hash: string): Promise<Listing | undefined> {
  const found = await db.query<{ account_id: string; open: boolean; ends_at: Date; asset: unknown }>(
    'select account_id, open, ends_at, asset from listing_replica where hash = $1',
    [hash],
  )
  const [row] = found.rows
  return (
    row && {
      hash,
      accountId: row.account_id,
      open: row.open,
      endsAt: row.ends_at,
      asset: place.parse(row.asset),
    }
  )
}
