import { getPerson } from '@talad/proto/http/identity/people'
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
