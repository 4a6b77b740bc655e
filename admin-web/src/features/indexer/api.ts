import { requeueAsset } from '@talad/proto/http/asset-indexer/asset-admin'
import {
  indexerAdminHttp as http,
  type SyncOfAsset,
  syncKinds,
  syncStates,
} from '@talad/proto/http/asset-indexer/indexer-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of the index. */
export const INDEXER = 'indexer'

const REREAD_MS = 15_000

export type Health = z.output<typeof http.indexerHealth.response>

export const healthQuery = queryOptions({
  queryKey: [INDEXER, 'health'],
  queryFn: ({ signal }) => call(http.indexerHealth, {}, { signal }),
  refetchInterval: REREAD_MS,
})

/** One asset has two syncs, each with a row of its own. */
export const syncId = ({ asset_id, kind }: Pick<SyncOfAsset, 'asset_id' | 'kind'>) => `${asset_id}-${kind}`

export const syncSource: ListSource<SyncOfAsset> = {
  key: INDEXER,
  read: async ({ search, at, size }, signal) => {
    const query = {
      kind: oneOf(syncKinds, search.kind),
      state: oneOf(syncStates, search.state),
      collection: search.collection,
      contract: search.contract,
      ps: size,
      pi: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed(await call(http.listSyncs, { query }, { signal }))
  },
}

/** Both syncs of the asset whose row is open. */
export const syncsOfAsset = (id: string) =>
  queryOptions({
    queryKey: [INDEXER, 'asset', id],
    queryFn: async ({ signal }) =>
      (await call(http.listSyncs, { query: { asset_id: id.split('-')[0] ?? '' } }, { signal })).list,
  })

export const retrySync = (assetId: string, note: string) =>
  act(requeueAsset, { body: { asset_id: assetId, note } })
