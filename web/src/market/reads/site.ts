import { type Continent, continentHttp } from '@talad/proto/http/gateway/continent'
import { call } from '@talad/ui/client/call'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/** What this site is: its name, its words, its chain. Read once, before the first screen. */
export const siteQuery = queryOptions({
  queryKey: [keys.site],
  queryFn: ({ signal }) => call(continentHttp.continent, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useSite(): Continent {
  return useSuspenseQuery(siteQuery).data
}
