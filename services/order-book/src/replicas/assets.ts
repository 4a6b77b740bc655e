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
  key: ['contract', 'token_id'],
  revision: 'at',
  orEqual: true,
  columns({ at, ...event }) {
    if (!at) throw new Error('an asset without the time of its state')
    return {
      contract: event.contractAddress.toLowerCase(),
      token_id: event.tokenId,
      blockchain: event.blockchain,
      asset_id: event.assetId,
      type: event.contractType,
      collection_id: event.collectionId,
      name: event.name,
      image: event.image,
      tradable: event.tradable,
      at: timestampDate(at),
      abstract_kind: event.abstractKind || null,
      abstract_collection_id: event.abstractCollectionId || null,
      abstract_item_id: event.abstractItemId || null,
    }
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
