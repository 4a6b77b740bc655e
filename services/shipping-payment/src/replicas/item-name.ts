import { timestampDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { Queryable } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'

/** What items are called. */
export const itemNames = replica({
  name: 'item_name',
  tables: ['item_name'],
  topic: 'asset-indexer.asset.v1',
  group: 'shipping-payment.asset',
  event: AssetChangedSchema,
  key: ['blockchain', 'contract_address', 'token_id'],
  revision: 'at',
  orEqual: true,
  columns({ assetId, blockchain, contractAddress, tokenId, name, at }) {
    if (!at) throw new Error(`asset ${assetId} has no time of its state`)
    return {
      blockchain,
      contract_address: contractAddress.toLowerCase(),
      token_id: tokenId,
      name,
      at: timestampDate(at),
    }
  },
})

/** What the item of a shipping is called; undefined while nobody has told of it. */
export async function itemNameOf(db: Queryable, shippingId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `select n.name from shipping s join order_replica o on o.hash = s.order_hash
     join item_name n using (blockchain, contract_address, token_id) where s.id = $1`,
    [shippingId],
  )
  return rows[0]?.name
}
