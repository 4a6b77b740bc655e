import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

export type AskedPlace = { blockchain: string; contract: string; token?: string | undefined }

/** A token of a contract, or its first: by which the contract has a name and a picture. null: the market has none. */
export function firstAssetQuery({ blockchain, contract, token }: AskedPlace) {
  const which = { bc: blockchain, ad: contract, ...(token === undefined ? {} : { ti: token }) }
  return queryOptions({
    queryKey: [keys.assets, 'asked', which],
    queryFn: async ({ signal }) => {
      const { list } = await call(listAssets, { query: { ...which, ps: 1 } }, { signal })
      return list[0] ?? null
    },
    staleTime: 60_000,
  })
}
