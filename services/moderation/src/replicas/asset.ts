import { timestampDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { NftToken } from '@talad/proto/nft-range'
import type { Queryable } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'

/** An asset as far as moderators need to know it. */
export type Asset = {
  asset_id: string
  blockchain: string
  contract_address: string
  token_id: bigint
  collection_id: string
  name: string
  image: string
  /** another one when its metadata or picture is another one (MO-10) */
  content_hash: string
  /** what it stands for (AI-7); null: only for itself */
  abstract_kind: string | null
  abstract_collection_id: string | null
}

/** Which assets there are, and what they show. */
export const assets = replica({
  name: 'asset',
  tables: ['asset_replica'],
  topic: 'asset-indexer.asset.v1',
  group: 'moderation.asset',
  event: AssetChangedSchema,
  key: ['asset_id'],
  revision: 'at',
  orEqual: true,
  columns({ at, ...event }) {
    if (!at) throw new Error(`asset ${event.assetId} has no time of its state`)
    return {
      asset_id: event.assetId,
      blockchain: event.blockchain,
      contract_address: event.contractAddress.toLowerCase(),
      token_id: event.tokenId,
      collection_id: event.collectionId,
      name: event.name,
      image: event.image,
      content_hash: event.contentHash,
      verified: event.verified,
      at: timestampDate(at),
      abstract_kind: event.abstractKind || null,
      abstract_collection_id: event.abstractCollectionId || null,
      abstract_item_id: event.abstractItemId || null,
    }
  },
})

/** One asset; undefined where nobody has told of it. */
export async function findAsset(db: Queryable, id: string): Promise<Asset | undefined> {
  const { rows } = await db.query<Asset>('select * from asset_replica where asset_id = $1', [id])
  return rows[0]
}

type StandsRow = { kind: string; collection_id: string; item_id: string }

/** What a token stands for within a shared contract (AI-7); undefined: only for itself. */
export async function standsFor(
  db: Queryable,
  { contract, tokenId }: NftToken,
): Promise<NftToken['abstract']> {
  const { rows } = await db.query<StandsRow>(
    `select abstract_kind as kind, abstract_collection_id as collection_id, abstract_item_id as item_id from asset_replica
     where contract_address = $1 and token_id = $2::numeric and abstract_kind is not null`,
    [contract, tokenId.toString()],
  )
  const [found] = rows
  return found && { kind: found.kind, collectionId: found.collection_id, itemId: found.item_id }
}
