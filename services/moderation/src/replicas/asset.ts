import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type AssetChanged, AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
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
       content_hash, verified, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (asset_id) do update set name = excluded.name, image = excluded.image,
       content_hash = excluded.content_hash, verified = excluded.verified, at = excluded.at
     where asset_replica.at <= excluded.at`,
    [
      ...[event.assetId, event.blockchain, event.contractAddress.toLowerCase(), event.tokenId],
      ...[event.collectionId, event.name, event.image, event.contentHash],
      ...[event.verified, timestampDate(event.at)],
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
