import { arrayText, type Queryable } from '@talad/shared/db'
import type { AssetView } from '../chain/events.ts'

/** New assets as what is said of their collections; whoever calls stands in line of the contracts. */
export async function asVerified(db: Queryable, assets: readonly AssetView[]): Promise<readonly AssetView[]> {
  if (assets.length === 0) return assets
  const { rows } = await db.query<{ id: string; verification: string }>(
    `select id, verification from collection where id = any($1::text[]) and verification <> 'none'`,
    [arrayText([...new Set(assets.map(({ collectionId }) => collectionId))])],
  )
  if (rows.length === 0) return assets
  const said = new Map(rows.map(({ id, verification }) => [id, verification]))
  return assets.map((asset) => ({
    ...asset,
    tradable: said.get(asset.collectionId) !== 'needed',
    verified: said.get(asset.collectionId) === 'verified',
  }))
}
