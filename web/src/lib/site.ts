import { type SiteInfo, site } from '@talad/proto/http/site'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { keys } from './query.ts'

/** What this site is: its name and its chain. Read once, before the first screen. */
export const siteQuery = queryOptions({
  queryKey: [keys.site],
  queryFn: ({ signal }) => call(site, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useSite(): SiteInfo {
  return useSuspenseQuery(siteQuery).data
}
