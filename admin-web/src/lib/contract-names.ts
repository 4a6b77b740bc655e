import { contractNames } from '@talad/proto/http/asset-indexer/contract-names'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'

/** What a contract is called; null: nothing of it is indexed. */
export const contractNameQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract-name', contract],
    queryFn: async ({ signal }) =>
      (await call(contractNames, { query: { contracts: contract } }, { signal })).list[0]?.name ?? null,
    staleTime: 600_000,
  })
