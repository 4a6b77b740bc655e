import { findPeople, getPerson } from '@talad/proto/http/identity/people'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../reads/query-keys.ts'

/** Who is meant by a public name or an address. */
export function personQuery(who: string) {
  return queryOptions({
    queryKey: [keys.name, 'person', who],
    queryFn: ({ signal }) => call(getPerson, { params: { who } }, { signal }),
    staleTime: 60_000,
  })
}

/** People whose public name begins so. */
export function peopleQuery(words: string) {
  return queryOptions({
    queryKey: [keys.name, 'people', words],
    queryFn: async ({ signal }) => (await call(findPeople, { query: { q: words } }, { signal })).list,
    staleTime: 60_000,
  })
}
export type Named = { display_name: string; picture: string | null }
