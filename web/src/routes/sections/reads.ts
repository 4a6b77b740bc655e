import { listCollections } from '@talad/proto/http/asset-indexer/assets'
import type { Section } from '@talad/proto/site/sections'
import { call } from '@talad/ui/client/call'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AssetFilter, assetPagesQuery } from '../../features/asset/api/assets.ts'
import { collectionsQuery } from '../../features/collection/api/collections.ts'
import { keys } from '../../market/reads/query-keys.ts'

/** The newest listings, which sections show that name no assets; the opening shows the first of them. */
export const newest = { state: 'li', sort: 'lt', direction: 'd' } as const satisfies AssetFilter
export const NEWEST = 15
/** Of those, what the opening has for itself. */
export const PIECES = 3

/** GW-37: what a section shows of assets, in one read: those that it names, in their order and without what is suspended. */
export function assetsRead(ids: readonly string[], quantity: number) {
  if (ids.length > 0) return assetPagesQuery({ query: { as: ids.join(',') } }, ids.length)
  return assetPagesQuery(newest, Math.max(NEWEST, quantity + PIECES))
}

/** What other screens read as well. */
const COLLECTIONS = 12

/** Collections that a section shows: those that it names, in their order, or what the market shows first. */
export function collectionsRead(ids: readonly string[], quantity: number) {
  const isUsual = ids.length === 0 && quantity <= COLLECTIONS
  const query =
    ids.length > 0 ? { cl: ids.join(','), ps: ids.length } : { ps: Math.max(COLLECTIONS, quantity) }
  const queryKey: readonly unknown[] = isUsual ? collectionsQuery.queryKey : [keys.collections, 'of', query]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await call(listCollections, { query }, { signal })
      const byId = new Map(page.list.map((collection) => [collection._id, collection]))
      return ids.length === 0 ? page : { ...page, list: ids.flatMap((id) => byId.get(id) ?? []) }
    },
  })
}

/** What is read of a section before a page is drawn on the server. What comes later on a page is read there. */
export async function readSection(client: QueryClient, section: Section): Promise<void> {
  if (section.kind === 'content-hero' && section.source)
    await client.prefetchInfiniteQuery(assetsRead(section.asset_ids, PIECES))
  if (section.kind === 'preview-slider' && section.source)
    await client.prefetchQuery(collectionsRead(section.collection_ids, section.quantity))
  if (section.kind !== 'card-slider') return
  if (section.source === 'assets')
    await client.prefetchInfiniteQuery(assetsRead(section.asset_ids, section.quantity))
  if (section.source === 'collections')
    await client.prefetchQuery(collectionsRead(section.collection_ids, section.quantity))
}

/** A list of this page that could show more: it is read again sooner than others, some times. */
const FILLS_EVERY_MS = 12_000 // a little longer than the public cache keeps an answer (WB-10)
const FILLS_TIMES = 5

/**
 * How soon a list of the first page is read again: a market that has just been opened fills while somebody looks at it.
 * @param isWhole whether it shows all that has a place there
 */
export function readAgainIn(isWhole: boolean, { dataUpdateCount }: { dataUpdateCount: number }): number {
  return isWhole || dataUpdateCount > FILLS_TIMES ? 60_000 : FILLS_EVERY_MS
}
