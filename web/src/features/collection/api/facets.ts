import { listFacets } from '@talad/proto/http/asset-indexer/facets'
import { call } from '@talad/ui/client/call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { type Filters, filterQuery } from '../filters.ts'

/** What can be chosen, and how many each choice shows. @param collection the one whose page it is */
export function facetsQuery(search: Filters, collection?: string) {
  const query = { ...filterQuery(search), ...(collection && { cl: collection }) }
  return queryOptions({
    queryKey: [keys.assets, 'facets', query],
    queryFn: ({ signal }) => call(listFacets, { query }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
