import type { VerificationState } from '@talad/proto/http/asset-indexer/assets'
import { append } from '@talad/shared/append'
import { currentContext } from '@talad/shared/context'
import { arrayText, type Tx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { z } from 'zod'
import { ABSTRACT, type AbstractJson, asRangesSay } from '../abstract/read.ts'
import { isTradable } from '../asset/is-tradable.ts'
import {
  type AssetReading,
  type AssetView,
  type ChainEvent,
  inEvents,
  type ShownCollection,
} from '../chain/events.ts'
import type { ContractType } from '../chain/facts.ts'
import { mediaUrl } from '../media/routes.ts'
import { placeOf } from './save-metadata.ts'

type ViewRow = {
  id: string
  contract: string
  type: ContractType
  token_id: bigint
  collection_id: string
  collection_name: string
  name: string
  r360: string | null
  description: string
  external_url: string | null
  image_source: string | null
  animation_source: string | null
  metadata_source: string
  picture_hash: string
  attributes: unknown
  verification: VerificationState
  abstract: AbstractJson | null
}

/** MO-10: what its maker shows of it, in one hash: another name, text, trait or picture makes another one. */
function contentHashOf(row: ViewRow): string {
  const { name, description, external_url, image_source, r360, attributes, animation_source } = row
  const animation = animation_source === null ? {} : { animation_source }
  return hashOf({ name, description, external_url, image_source, r360, attributes, ...animation })
}

const traits = z.array(z.tuple([z.string(), z.string(), z.string().nullable()])).catch([])

/** MO-15: what bots look at. */
function readingOf(assetId: string, row: ViewRow): AssetReading {
  const all = [
    { field: 'name', text: row.name },
    { field: 'description', text: row.description },
    { field: 'external_url', text: row.external_url ?? '' },
    { field: 'image', text: placeOf(row.image_source ?? '') },
    { field: 'animation', text: placeOf(row.animation_source ?? '') },
    { field: 'metadata', text: row.metadata_source },
    ...traits.parse(row.attributes).map(([key, value]) => ({ field: 'trait', text: `${key}: ${value}` })),
  ]
  const texts = all.filter(({ text }) => text !== '')
  return {
    assetId,
    contract: row.contract,
    token: row.token_id.toString(),
    collectionName: row.collection_name,
    texts,
    metadataHash: hashOf(texts),
    pictureHash: row.picture_hash,
  }
}

const VIEWS = `select a.id, a.contract, c.type, a.token_id, a.collection_id, c.name as collection_name, a.name, a.r360,
    a.description, a.external_url, a.image_source, a.animation_source, a.metadata_source, a.picture_hash, c.verification, ${ABSTRACT} as abstract,
    (select json_agg(json_build_array(t->>'key', t->>'value', t->>'displayType') order by n)
     from jsonb_array_elements(a.attributes) with ordinality as given (t, n)) as attributes
  from asset a join collection c on c.id = a.collection_id`

/** What others may know of an asset. */
const viewOf = (row: ViewRow): AssetView => ({
  assetId: row.id,
  contract: row.contract,
  contractType: row.type,
  token: row.token_id.toString(),
  collectionId: row.collection_id,
  name: row.name,
  image: mediaUrl(row.r360) ?? '',
  contentHash: contentHashOf(row),
  tradable: isTradable({ suspended: false, known: true, verification: row.verification }),
  verified: row.verification === 'verified',
  ...(row.abstract && { abstract: { ...asRangesSay(row.abstract), tokenId: row.abstract.token_id } }),
})

async function appendTo(tx: Tx, stream: string, events: readonly ChainEvent[], at: Date): Promise<void> {
  const last = await tx.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from kit.event where stream = $1',
    [stream],
  )
  await append(tx, stream, last.rows[0]?.version ?? 0, events, { meta: currentContext(), at })
}

/** Appends what others may now know of an asset (asset.changed), and what its maker says and shows of it. */
export async function recordAsset(tx: Tx, assetId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<ViewRow>(`${VIEWS} where a.id = $1`, [assetId])
  const [row] = rows
  if (!row) return
  const events: ChainEvent[] = [
    { type: 'AssetUpdated', data: { asset: viewOf(row) } },
    { type: 'MetadataRead', data: { reading: readingOf(assetId, row) } },
  ]
  await appendTo(tx, `asset-${assetId}`, events, at)
}

/** … of many of one collection, for what was said of all of it. */
export async function recordAssets(
  tx: Tx,
  collectionId: string,
  assetIds: readonly string[],
  at: Date,
): Promise<void> {
  const { rows } = await tx.query<ViewRow>(`${VIEWS} where a.id = any($1::text[]) order by a.id`, [
    arrayText(assetIds),
  ])
  const events = inEvents(rows.map(viewOf), (assets) => ({ type: 'AssetsRestated', data: { assets } }))
  await appendTo(tx, `collection-${collectionId}`, events, at)
}

/** GW-5: which sites show a collection, for those whose lists are of what a site shows. */
export const recordSites = (tx: Tx, collection: ShownCollection, at: Date): Promise<void> =>
  appendTo(tx, `collection-${collection.collectionId}`, [{ type: 'SitesChosen', data: { collection } }], at)
