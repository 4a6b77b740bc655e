import {
  getCollection,
  listCollections,
  listTraits,
  searchCollections,
} from '@talad/proto/http/asset-indexer/assets'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { type Filters, filterQuery } from '../filters.ts'

export function collectionQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: [keys.collection, idOrSlug],
    queryFn: ({ signal }) => call(getCollection, { query: { id: idOrSlug } }, { signal }),
  })
}

/** The traits of a collection, counted in what the filters of its page show. */
export function traitsQuery(idOrSlug: string, search: Filters = {}) {
  const query = filterQuery(search)
  return queryOptions({
    queryKey: [keys.collection, idOrSlug, 'traits', query],
    queryFn: ({ signal }) => call(listTraits, { query: { collection_id: idOrSlug, ...query } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export const collectionsQuery = queryOptions({
  queryKey: [keys.collections],
  queryFn: ({ signal }) => call(listCollections, { query: { ps: 12 } }, { signal }),
})

export const ranks = ['vo', 'fl', 'it', 'ow'] as const
export type Rank = (typeof ranks)[number]

/** Collections by rank, page after page. */
export function rankedCollectionsQuery(rank: Rank) {
  return infiniteQueryOptions({
    queryKey: [keys.collections, 'ranked', rank],
    queryFn: ({ signal, pageParam }) =>
      call(listCollections, { query: { sr: rank, ps: 50, pi: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.list.length < last.size ? undefined : last.index + 1),
  })
}

/** The indexer takes 50 ids at once. */
const OF_IDS = 48

/** Collections by id, in the order of the ids, page after page. */
export function collectionPagesOfIdsQuery(ids: readonly string[]) {
  return infiniteQueryOptions({
    queryKey: [keys.collections, 'pages of ids', ids],
    queryFn: async ({ signal, pageParam }) => {
      const wanted = ids.slice(pageParam, pageParam + OF_IDS)
      const { list } = await call(
        listCollections,
        { query: { cl: wanted.join(','), ps: OF_IDS } },
        { signal },
      )
      const byId = new Map(list.map((collection) => [collection._id, collection]))
      return wanted.flatMap((id) => byId.get(id) ?? [])
    },
    initialPageParam: 0,
    getNextPageParam: (_last, _all, from) => (from + OF_IDS < ids.length ? from + OF_IDS : undefined),
  })
}

export const SEARCH_MINIMUM = 2

export function collectionSearchQuery(words: string) {
  return queryOptions({
    queryKey: [keys.collections, 'search', words],
    queryFn: ({ signal }) => call(searchCollections, { query: { q: words } }, { signal }),
    enabled: words.length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  })
}
