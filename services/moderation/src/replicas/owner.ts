import type { AssetTransferred } from '@talad/proto/asset-indexer/v1/events'
import { columns, type Tx } from '@talad/shared/db'

/**
 * Keeps whose tokens are, each once, by the last transfer that the chain still knows. Of one that is taken back, it is who
 * gave it, as of before; in whatever order several are taken back, the first of them says whose it is.
 */
export async function saveOwners(tx: Tx, events: readonly AssetTransferred[]): Promise<void> {
  const rows = events.map(({ assetId, from, to, position }) => {
    if (!position) throw new Error(`a transfer of asset ${assetId} has no position`)
    const { blockNumber, logIndex, reverted } = position
    const owner = (reverted ? from : to).toLowerCase()
    return { assetId, owner, block: blockNumber, log: reverted ? logIndex - 1 : logIndex, reverted }
  })
  const given = columns(
    rows,
    ({ assetId }) => assetId,
    ({ owner }) => owner,
    ({ block }) => block,
    ({ log }) => log,
    ({ reverted }) => reverted,
  )
  // what is taken back gives way to nothing newer, what comes replaces nothing newer
  for (const isBack of rows.some(({ reverted }) => reverted) ? [false, true] : [false])
    await tx.query({
      name: `moderation.save_owners_${isBack}`,
      text: `insert into asset_owner (asset_id, owner, block, log)
        select asset_id, owner, block, log from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::boolean[])
          as t (asset_id, owner, block, log, reverted) where reverted = ${isBack} order by asset_id
        on conflict (asset_id) do update set owner = excluded.owner, block = excluded.block, log = excluded.log
        where (asset_owner.block, asset_owner.log) ${isBack ? '>' : '<='} (excluded.block, excluded.log)`,
      values: given,
    })
}
