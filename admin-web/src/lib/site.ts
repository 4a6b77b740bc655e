import { site } from '@talad/proto/http/gateway/site'
import { call } from '@talad/ui/client/call'
import { queryOptions, useQuery } from '@tanstack/react-query'

const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(site, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What this installation is; undefined until it is known. */
export function useSite() {
  return useQuery(siteQuery).data
}
