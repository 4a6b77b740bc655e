import { listEvents } from '@talad/proto/http/asset-indexer'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keys } from '../../../lib/query-keys.ts'

export type EventFilter = {
  asset?: string | undefined
  collection?: string | undefined
  wallet?: string | undefined
  salesOnly?: boolean
}

/** What happened, newest first. */
export function eventsQuery({ asset, collection, wallet, salesOnly }: EventFilter, pageSize = 20) {
  return infiniteQueryOptions({
    queryKey: [keys.events, { asset, collection, wallet, salesOnly }, pageSize],
    queryFn: ({ signal, pageParam }) =>
      call(
        listEvents,
        {
          query: {
            ...(asset === undefined ? {} : { as: asset }),
            ...(collection === undefined ? {} : { cl: collection }),
            ...(wallet === undefined ? {} : { wl: wallet }),
            ...(salesOnly ? { tp: 'sa' } : {}),
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
