import { getAssetHistory, getCollectionHistory } from '@talad/proto/http/asset-indexer/history'
import { call } from '@talad/ui/client/call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** A chart shows so many sales at most, the newest ones. */
const MOST_SALES = 100

/** What an asset was sold for. */
export function assetHistoryQuery(assetId: string) {
  return queryOptions({
    queryKey: [keys.events, 'history', assetId],
    queryFn: async ({ signal }) =>
      (await call(getAssetHistory, { params: { asset_id: assetId }, query: { lm: MOST_SALES } }, { signal }))
        .list,
    staleTime: 60_000,
  })
}

/** Days, floors and last sales of a collection in baht. */
export function collectionHistoryQuery(collectionId: string, days: number) {
  return queryOptions({
    queryKey: [keys.events, 'history', collectionId, days],
    queryFn: ({ signal }) =>
      call(
        getCollectionHistory,
        { params: { collection_id: collectionId }, query: { days, lm: 1 } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
