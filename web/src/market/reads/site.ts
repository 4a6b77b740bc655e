import { type SiteInfo, site } from '@talad/proto/http/gateway/site'
import { call } from '@talad/ui/client/call'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/** What this site is: its name and its chain. Read once, before the first screen. */
export const siteQuery = queryOptions({
  queryKey: [keys.site],
  queryFn: ({ signal }) => call(site, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useSite(): SiteInfo {
  return useSuspenseQuery(siteQuery).data
}
