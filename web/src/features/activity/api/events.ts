import { listEvents } from '@talad/proto/http/asset-indexer/assets'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

export type EventFilter = {
  asset?: string | undefined
  collection?: string | undefined
  wallet?: string | undefined
  sort?: EventSort
}

/** What people look for among events, and the codes of the call. */
const codes = { sale: 'sa', list: 'li,of', transfer: 'tr,mt,bn', cancel: 'ca' } as const
export type EventSort = keyof typeof codes
export const eventSorts = ['sale', 'list', 'transfer', 'cancel'] as const satisfies readonly EventSort[]

/** What happened, newest first. */
export function eventsQuery({ asset, collection, wallet, sort }: EventFilter, pageSize = 20) {
  return infiniteQueryOptions({
    queryKey: [keys.events, { asset, collection, wallet, sort }, pageSize],
    queryFn: ({ signal, pageParam }) =>
      call(
        listEvents,
        {
          query: {
            ...(asset === undefined ? {} : { as: asset }),
            ...(collection === undefined ? {} : { cl: collection }),
            ...(wallet === undefined ? {} : { wl: wallet }),
            ...(sort === undefined ? {} : { tp: codes[sort] }),
            mg: 'true',
            ps: pageSize,
            pi: pageParam,
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.list.length < last.size ? undefined : last.index + 1),
    refetchInterval: 60_000,
  })
}
