import { waysIn } from '@talad/proto/http/identity/ways'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/** By what people sign in here, besides Join and wallets. */
export const waysQuery = queryOptions({
  queryKey: [keys.site, 'ways'],
  queryFn: ({ signal }) => call(waysIn, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
