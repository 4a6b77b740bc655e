import { findPersons } from '@talad/proto/http/identity/person-lookup'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'

export type PersonsBy = { ph: string } | { nm: string } | { id: string }

/** ID-42: people, masked. Each look is a line of the audit log, so it is made when somebody asks and not by itself. */
export const personsQuery = (by: PersonsBy) =>
  queryOptions({
    queryKey: ['customer', 'persons', by],
    queryFn: async ({ signal }) => (await call(findPersons, { query: by }, { signal })).list,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
