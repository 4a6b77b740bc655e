import { isSuspended } from '@talad/market/suspensions'
import type { Asset, Price, VerificationState } from '@talad/proto/http/asset-indexer/assets'
import type { Queryable } from '@talad/shared/db'
import { ABSTRACT, type AbstractJson, asRangesSay } from '../abstract/read.ts'
import type { ContractType } from '../chain/facts.ts'
import { type PriceRow, priceOf, priceSql } from '../market/price.ts'
import { isLiveSql } from '../market/standing.ts'
import { isPlayed } from '../media/kind.ts'
import { mediaUrl, playPath } from '../media/routes.ts'
import { type Family, inFamilySql, type Moment } from '../rate/store.ts'
import { ISSUERS, type IssuerJson, issuerOf } from '../replicas/issuer.ts'
import { rarityOf } from '../trait/rarity.ts'
import { isTradable } from './is-tradable.ts'

/** AI-1, as the database writes the time: in its own notation. */
type SyncJson = Asset['internal']['metadata']
type AttributeJson = {
  trait_type: string
  value: string
  display_type: string | null
  count: number
  star: boolean
}

type AssetRow = {
  id: string
  contract: string
  token_id: bigint
  abstract: AbstractJson | null
  owner: string | null
  supply: bigint
  last_block: bigint
  name: string
  description: string
  external_url: string | null
  image_source: string | null
  image_mime: string | null
  r360: string | null
  r800: string | null
  media_source: string | null
  media_type: number | null
  suspended: boolean
  listings: number
  offers: number
  inactives: number
  utility_usage: number
  last_sale_block: bigint | null
  last_sale_at: Date | null
  collection_id: string
  slug: string
  collection_name: string
  collection_suspended: boolean
  verification: VerificationState
  items: number
  type: ContractType
  blockchain: string
  holders: bigint
  held: { address: string; quantity: string }[] | null
  syncs: { metadata: SyncJson; image: SyncJson }
  attributes: AttributeJson[] | null
  best: PriceRow | null
  best_thb: string | null
  best_jfin: string | null
  sold: PriceRow | null
  own: PriceRow | null
  for_sale: string
  issuers: IssuerJson[] | null
}

/** Listings of one seller may overlap (OB-22): together they sell no more than the seller holds. */
const FOR_SALE = `(select coalesce(sum(least(l.remaining, h.quantity)), 0)::text from (
    select o.offerer, sum(o.amount - o.filled) as remaining from order_replica o
    where o.asset_id = a.id and o.type = 'list' and ${isLiveSql('o', '$3')} group by o.offerer) l
  join holder h on h.asset_id = a.id and h.address = l.offerer)`

/** The best order of an asset, by what it asks or offers for one unit. */
const BEST = { family: 'b.family', value: 'b.unit_value' }

/** A whole medium inside the metadata is served by us only, and never read for this. */
const MEDIUM = `a.media_type, case when a.media_source not ilike 'data:%' then a.media_source end as media_source`

const SQL = `
  select a.id, a.contract, a.token_id, a.owner, a.supply, a.last_block, a.name, a.description, a.external_url,
    a.image_source, a.image_mime, a.r360, a.r800, ${MEDIUM}, a.suspended, a.listings, a.offers, a.inactives, a.utility_usage,
    a.last_sale_block, a.last_sale_at, a.collection_id, c.slug, c.name as collection_name,
    c.suspended as collection_suspended, c.verification, c.items, c.type, c.blockchain,
    (select count(*) from holder h where h.asset_id = a.id and h.quantity > 0) as holders,
    (select jsonb_agg(jsonb_build_object('address', h.address, 'quantity', h.quantity::text) order by h.address)
       from holder h where h.asset_id = a.id and h.address = any($2) and h.quantity > 0) as held,
    (select jsonb_object_agg(s.kind, jsonb_build_object('state', s.state, 'synced_at', s.synced_at, 'error', s.error))
       from sync s where s.asset_id = a.id) as syncs,
    (select jsonb_agg(jsonb_build_object('trait_type', t.key, 'value', t.value, 'display_type', t.display_type,
         'count', coalesce(n.count, 0), 'star', t.star) order by t.position)
       from attribute t left join trait n on n.collection_id = t.collection_id and n.key_folded = t.key_folded
         and n.value_folded = t.value_folded
       where t.asset_id = a.id) as attributes,
    ${priceSql('b', '1')} as best,
    trim_scale(round(${inFamilySql('thb', BEST, '$4::numeric')}, 2))::text as best_thb,
    trim_scale(round(${inFamilySql('jfin', BEST, '$4::numeric')}, 6))::text as best_jfin, ${priceSql('s', '1')} as sold, ${priceSql('m', '1')} as own,
    ${FOR_SALE} as for_sale, ${ISSUERS} as issuers, ${ABSTRACT} as abstract
  from asset a join collection c on c.id = a.collection_id
  left join order_replica b on b.hash = a.best_order
  left join order_replica s on s.hash = a.last_sale_order
  left join lateral (select * from order_replica o where o.asset_id = a.id and o.type = 'list'
    and o.offerer = any($2) and ${isLiveSql('o', '$3')}
    order by ${inFamilySql('thb', { family: 'o.family', value: 'o.unit_value' }, '$4::numeric')}, o.unit_value,
      o.created_at limit 1) m on true
  where a.id = any($1)`

function syncOf(sync: SyncJson) {
  const at = sync.synced_at === null ? null : new Date(sync.synced_at).toISOString()
  return { state: sync.state, synced_at: at, error: sync.error }
}

/** AI-6: a plain number where one is exact. */
function numberOf(token: bigint): number | null {
  return token <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(token) : null
}

function lastSaleOf(row: AssetRow) {
  if (!row.sold || row.last_sale_block === null || row.last_sale_at === null) return null
  return {
    price: priceOf(row.sold),
    block: row.last_sale_block.toString(),
    time: row.last_sale_at.toISOString(),
  }
}

const standing = (suspended: boolean, verification: VerificationState) => ({
  suspended,
  tradable: isTradable({ suspended, known: true, verification }),
})

/** An asset by itself: whether it is suspended is asked now, as its row may be marked a moment later (MO-7). */
export async function asSuspendedNow(db: Queryable, asset: Asset): Promise<Asset> {
  const { blockchain, address: contractAddress } = asset.contract
  const [suspended, said] = await Promise.all([
    isSuspended(db, { blockchain, contractAddress, tokenId: asset.token.id }),
    db.query<{ verification: VerificationState }>('select verification from collection where id = $1', [
      asset.collection.id,
    ]),
  ])
  const verification = said.rows[0]?.verification ?? 'none'
  return { ...asset, dynamic: { ...asset.dynamic, ...standing(suspended, verification) } }
}

function convertedTo(family: Family, best: Price, { best_thb: thb, best_jfin: jfin }: AssetRow) {
  return best.family === family ? best.value : { thb, jfin }[family]
}

/** A whole picture inside the metadata is served as r360 and r800 only. */
const outside = (source: string | null) => (source?.startsWith('data:') ? null : source)

/** AI-21 */
function mediaOf({ id, media_type: type, media_source: source }: AssetRow): Asset['media'] {
  if (type === null) return null
  return { type, source, path: isPlayed(type) ? playPath(id) : null }
}

function toAsset(row: AssetRow, family: Family): Asset {
  const attributes = (row.attributes ?? []).map((one) => ({ ...one, ...rarityOf(one.count, row.items) }))
  const best = row.best && priceOf(row.best)
  return {
    _id: row.id,
    contract: { blockchain: row.blockchain, address: row.contract, type: row.type },
    collection: { id: row.collection_id, slug: row.slug, name: row.collection_name },
    token: { id: row.token_id.toString(), number: numberOf(row.token_id), abstract: row.abstract },
    metadata: {
      name: row.name,
      description: row.description,
      image: outside(row.image_source),
      external_url: row.external_url,
      attributes,
    },
    image: {
      source: outside(row.image_source),
      mime: row.image_mime,
      r360: mediaUrl(row.r360),
      r800: mediaUrl(row.r800),
    },
    media: mediaOf(row),
    recent: { owner: row.owner, supply: row.supply.toString(), block: row.last_block.toString() },
    internal: {
      metadata: syncOf(row.syncs.metadata),
      image: syncOf(row.syncs.image),
      holders_count: Number(row.holders),
      holders: row.held ?? [],
      orders: {
        listings: row.listings,
        offers: row.offers,
        inactives: row.inactives,
        for_sale: row.for_sale,
        last_sale: lastSaleOf(row),
      },
      utility_usage: row.utility_usage, // AI-27
      rarity_score: Math.round(attributes.reduce((sum, one) => sum + one.rarity, 0) * 100) / 100, // AI-12
    },
    dynamic: {
      ...standing(row.suspended || row.collection_suspended, row.verification),
      // AI-9; without a usable rate between the families there is no conversion (OB-37)
      best_price: best && { original: best, converted: convertedTo(family, best, row) },
      own_price: row.own && priceOf(row.own),
      issuer: issuerOf(row.issuers, {
        blockchain: row.blockchain,
        contract: row.contract,
        tokenId: row.token_id,
        ...(row.abstract && { abstract: asRangesSay(row.abstract) }),
      }),
    },
  }
}

/**
 * Assets by id, in the order of the ids; unknown ones are left out.
 * @param about wallets in lower case: what they hold is told in `internal.holders`, what they ask for it in `own_price`
 */
export async function readAssets(
  db: Queryable,
  ids: readonly string[],
  about: { wallets: readonly string[]; family: Family } & Moment,
): Promise<Asset[]> {
  const result = await db.query<AssetRow>({
    name: 'asset.read',
    text: SQL,
    values: [ids, about.wallets, about.now, about.rate ?? null],
  })
  const byId = new Map(result.rows.map((row) => [row.id, toAsset(row, about.family)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
