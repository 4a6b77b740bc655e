import type { AssetTransferred } from '@talad/proto/asset-indexer/v1/events'
import type { Tx } from '@talad/shared/db'

/**
 * Keeps whose a token is by the last transfer that the chain still knows. Of one that is taken back, it is who gave it, as
 * of before; in whatever order several are taken back, the first of them says whose it is.
 */
export async function saveOwner(tx: Tx, event: AssetTransferred): Promise<void> {
  const { assetId, from, to, position } = event
  if (!position) throw new Error(`a transfer of asset ${assetId} has no position`)
  const { blockNumber, logIndex, reverted } = position
  await tx.query(
    `insert into asset_owner (asset_id, owner, block, log) values ($1, $2, $3, $4)
     on conflict (asset_id) do update set owner = excluded.owner, block = excluded.block, log = excluded.log
     where case when $5 then (asset_owner.block, asset_owner.log) > (excluded.block, excluded.log)
       else (asset_owner.block, asset_owner.log) <= (excluded.block, excluded.log) end`,
    [
      assetId,
      (reverted ? from : to).toLowerCase(),
      blockNumber,
      reverted ? logIndex - 1 : logIndex,
      reverted,
    ],
  )
}
