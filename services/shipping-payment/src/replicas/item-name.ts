import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type AssetChanged, AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { Queryable, Tx } from '@talad/shared/db'
import { keepReplica, replica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'

/** Keeps what an asset is called now; an older name that comes late is passed over. */
async function saveName(tx: Tx, asset: AssetChanged): Promise<void> {
  if (!asset.at) throw new Error(`asset ${asset.assetId} has no time of its state`)
  await tx.query(
    `insert into item_name (blockchain, contract_address, token_id, name, at) values ($1, $2, $3, $4, $5)
     on conflict (blockchain, contract_address, token_id) do update set name = excluded.name, at = excluded.at
     where item_name.at <= excluded.at`,
    [
      ...[asset.blockchain, asset.contractAddress.toLowerCase(), asset.tokenId],
      ...[asset.name, timestampDate(asset.at)],
    ],
  )
}

/** What items are called. */
export const itemNames = replica({
  name: 'item_name',
  tables: ['item_name'],
  topic: 'asset-indexer.asset.v1',
  event: AssetChangedSchema,
  save: saveName,
})

export const itemNamed = keepReplica<typeof itemNames.event, Deps>(itemNames, {
  group: 'shipping-payment.asset',
  batched: true,
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
