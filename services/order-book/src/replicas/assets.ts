import { timestampDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { replica } from '@talad/shared/replica'
import type { PrismaClient } from '../generated/prisma/client.ts'

export type KnownAsset = {
  contract: string
  tokenId: string
  blockchain: string
  assetId: string
  type: string
  collectionId: string
  name: string
  image: string
  tradable: boolean
}

/** Which assets exist, what they are called, and whether they may be traded. */
export const assets = replica({
  name: 'assets',
  tables: ['asset'],
  topic: 'asset-indexer.asset.v1',
  event: AssetChangedSchema,
  async save(tx, event) {
    if (!event.at) throw new Error('an asset without the time of its state')
    await tx.query(
      `insert into asset (contract, token_id, blockchain, asset_id, type, collection_id, name, image, tradable, at,
         abstract_kind, abstract_collection_id, abstract_item_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (contract, token_id) do update set blockchain = excluded.blockchain,
         asset_id = excluded.asset_id, type = excluded.type, collection_id = excluded.collection_id,
         name = excluded.name, image = excluded.image, tradable = excluded.tradable,
         at = excluded.at, abstract_kind = excluded.abstract_kind,
         abstract_collection_id = excluded.abstract_collection_id, abstract_item_id = excluded.abstract_item_id
       where asset.at <= excluded.at`,
      [
        event.contractAddress.toLowerCase(),
        event.tokenId,
        event.blockchain,
        event.assetId,
        event.contractType,
        event.collectionId,
        event.name,
        event.image,
        event.tradable,
        timestampDate(event.at),
        event.abstractKind || null,
        event.abstractCollectionId || null,
        event.abstractItemId || null,
      ],
    )
  },
})

type Token = { contract: string; tokenId: string }

/** One asset by contract and token id; undefined when the index has not published it. */
export async function assetOf(prisma: PrismaClient, token: Token): Promise<KnownAsset | undefined> {
  return (await assetsOf(prisma, [token])).get(keyOf(token))
}

export function keyOf({ contract, tokenId }: Token): string {
  return `${contract}:${tokenId}`
}

/** Assets by `contract:token`. */
export async function assetsOf(
  prisma: PrismaClient,
  tokens: readonly Token[],
): Promise<Map<string, KnownAsset>> {
  const rows = await prisma.asset.findMany({
    where: { OR: tokens.map(({ contract, tokenId }) => ({ contract, token_id: tokenId })) },
  })
  return new Map(
    rows.map((row) => {
      const asset = {
        contract: row.contract,
        tokenId: row.token_id,
        blockchain: row.blockchain,
        assetId: row.asset_id,
        type: row.type,
        collectionId: row.collection_id,
        name: row.name,
        image: row.image,
        tradable: row.tradable,
      }
      return [keyOf(asset), asset]
    }),
  )
}
