import {
  getCollection,
  listCollections,
  listTraits,
  searchCollections,
} from '@talad/proto/http/asset-indexer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

export function collectionQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: [keys.collection, idOrSlug],
    queryFn: ({ signal }) => call(getCollection, { query: { id: idOrSlug } }, { signal }),
  })
}

export function traitsQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: [keys.collection, idOrSlug, 'traits'],
    queryFn: ({ signal }) => call(listTraits, { query: { collection_id: idOrSlug } }, { signal }),
    staleTime: 60_000,
  })
}

export const collectionsQuery = queryOptions({
  queryKey: [keys.collections],
  queryFn: ({ signal }) => call(listCollections, { query: { ps: 12 } }, { signal }),
})

export const SEARCH_MINIMUM = 2

export function collectionSearchQuery(words: string) {
  return queryOptions({
    queryKey: [keys.collections, 'search', words],
    queryFn: ({ signal }) => call(searchCollections, { query: { q: words } }, { signal }),
    enabled: words.length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  })
}
