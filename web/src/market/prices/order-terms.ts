import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../reads/query-keys.ts'

export const termsQuery = queryOptions({
  queryKey: [keys.terms],
  queryFn: async ({ signal }) => {
    // no visitor's first page asks for them
    const { orderTerms } = await import('@talad/proto/http/order-book/terms')
    return await call(orderTerms, {}, { signal })
  },
  staleTime: 300_000,
})
