import { orderTerms } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../reads/query-keys.ts'

export const termsQuery = queryOptions({
  queryKey: [keys.terms],
  queryFn: ({ signal }) => call(orderTerms, {}, { signal }),
  staleTime: 300_000,
})
