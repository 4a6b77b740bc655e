import { arrayText, columns, type Tx } from '@talad/shared/db'
import type { StandsFor } from '../abstract/read-abstract.ts'
import { saveAbstracts } from '../abstract/store.ts'
import type { AssetView } from '../chain/events.ts'
import type { MetadataNotice, TransferFact } from '../chain/facts.ts'
import type { Holdings } from '../chain/holdings.ts'
import { collectionIdOf } from '../chain/ids.ts'
import { touchAssets } from '../due/market.ts'
import { syncDue } from '../due/sync.ts'

/** The assets of transfers that weren't known before. */
export function newAssets(
  blockchain: string,
  transfers: readonly TransferFact[],
  before: Holdings,
): AssetView[] {
  const views = new Map<string, AssetView>()
  for (const { assetId, contract, contractType, token } of transfers) {
    if (before.assets.has(assetId) || views.has(assetId)) continue
    const collectionId = collectionIdOf(blockchain, contract)
    views.set(assetId, { assetId, contract, contractType, token, collectionId, name: '', image: '' })
  }
  return [...views.values()]
}

/** So many new assets of a contract are asked for at once; where more come together, they are noted and follow in pieces. */
const FEW = 100

const countNew = (assets: readonly AssetView[]) =>
  new Map([...Map.groupBy(assets, ({ contract }) => contract)].map(([contract, of]) => [contract, of.length]))

/** New assets whose metadata is asked for later, as notices. */
export function manyNew(assets: readonly AssetView[]): MetadataNotice[] {
  const counts = countNew(assets)
  return assets
    .filter(({ contract }) => (counts.get(contract) ?? 0) > FEW)
    .map(({ contract, token }) => ({ contract, from: BigInt(token), to: BigInt(token) }))
}

/** Writes new assets, `suspended` those of these ids, `abstract` what they stand for, due for their metadata and, where orders or sales were known first, for their prices. */
export async function insertAssets(
  tx: Tx,
  assets: readonly AssetView[],
  about: {
    after: Holdings
    suspended: ReadonlySet<string>
    abstract: ReadonlyMap<string, StandsFor>
    now: Date
  },
): Promise<void> {
  if (assets.length === 0) return
  const { after, suspended, abstract, now } = about
  const stateOf = ({ assetId }: AssetView) => after.assets.get(assetId)
  await tx.query(
    `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block,
       suspended)
     select id, collection, contract, token, owner, supply, first_block, to_timestamp(first_time), last_block, suspended
     from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::text[], $6::numeric[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::boolean[])
       as r (id, collection, contract, token, owner, supply, first_block, first_time, last_block, suspended)`,
    columns(
      assets,
      (asset) => asset.assetId,
      (asset) => asset.collectionId,
      (asset) => asset.contract,
      (asset) => asset.token,
      (asset) => stateOf(asset)?.owner ?? null,
      (asset) => stateOf(asset)?.supply ?? null,
      (asset) => stateOf(asset)?.firstBlock ?? null,
      (asset) => stateOf(asset)?.firstTime ?? null,
      (asset) => stateOf(asset)?.lastBlock ?? null,
      (asset) => suspended.has(asset.assetId),
    ),
  )
  await saveAbstracts(
    tx,
    [...abstract].map(([id, stands]) => ({ id, stands })),
  )
  const ids = arrayText(assets.map((asset) => asset.assetId))
  await tx.query(
    `insert into sync (asset_id, kind, state)
     select id, kind, 'pending' from unnest($1::text[]) as id cross join unnest(array['metadata', 'image']) as kind`,
    [ids],
  )
  // AI-1: the metadata is due at once; the picture when the metadata has named one
  const counts = countNew(assets)
  await syncDue.metadata.enqueue(
    tx,
    assets
      .filter(({ contract }) => (counts.get(contract) ?? 0) <= FEW)
      .map(({ assetId, contract }) => ({ key: assetId, payload: { assetId, contract } })),
    now,
  )
  const traded = await tx.query<{ id: string }>(
    `select id from unnest($1::text[]) as id where exists (select 1 from order_replica o where o.asset_id = id)
       or exists (select 1 from chain_fact f where f.asset_id = id and f.kind = 'fulfilled')`,
    [ids],
  )
  await touchAssets(
    tx,
    traded.rows.map(({ id }) => id),
    now,
  )
}
