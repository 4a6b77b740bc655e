import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type AssetChanged, AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { NftToken } from '@talad/proto/nft-range'
import type { Queryable, Tx } from '@talad/shared/db'
import { keepReplica, replica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'

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
}

/** Keeps the newest state of each asset; an older one that comes late is passed over. */
async function saveAsset(tx: Tx, event: AssetChanged): Promise<void> {
  if (!event.at) throw new Error(`asset ${event.assetId} has no time of its state`)
  await tx.query(
    `insert into asset_replica (asset_id, blockchain, contract_address, token_id, collection_id, name, image,
       content_hash, verified, at, abstract_kind, abstract_collection_id, abstract_item_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (asset_id) do update set name = excluded.name, image = excluded.image,
       content_hash = excluded.content_hash, verified = excluded.verified, at = excluded.at,
       abstract_kind = excluded.abstract_kind, abstract_collection_id = excluded.abstract_collection_id,
       abstract_item_id = excluded.abstract_item_id
     where asset_replica.at <= excluded.at`,
    [
      ...[event.assetId, event.blockchain, event.contractAddress.toLowerCase(), event.tokenId],
      ...[event.collectionId, event.name, event.image, event.contentHash],
      ...[event.verified, timestampDate(event.at)],
      ...[event.abstractKind || null, event.abstractCollectionId || null, event.abstractItemId || null],
    ],
  )
}

/** Which assets there are, and what they show. */
export const assets = replica({
  name: 'asset',
  tables: ['asset_replica'],
  topic: 'asset-indexer.asset.v1',
  event: AssetChangedSchema,
  save: saveAsset,
})

export const assetChanged = keepReplica<typeof assets.event, Deps>(assets, { group: 'moderation.asset' })

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
