import type { SiteInfo } from '@talad/proto/http/gateway/live'
import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { loadChain, loadTrade } from '../../../wallet-code.ts'

type About = { seller: string; contract: string }

/** What the network takes for the first listing of a collection, in the smallest unit of its coin; null: nothing any more. */
export function firstFeeQuery(
  { chain: { rpcUrl } }: SiteInfo,
  terms: OrderTerms,
  { seller, contract }: About,
) {
  return queryOptions({
    queryKey: [keys.approvals, 'first fee', seller, contract],
    queryFn: async () => {
      const { readSeller } = await loadChain()
      const { seaport, conduit_key: conduitKey } = terms
      const facts = await readSeller(rpcUrl ?? '', { seaport, conduitKey, offerer: seller, contract })
      if (facts.approved !== false) return null
      const { approveCollectionCall, readGas } = await loadTrade()
      const call = approveCollectionCall(contract, facts.operator, true)
      return (await readGas(rpcUrl ?? '', seller, call)).cost
    },
    enabled: rpcUrl !== null,
    retry: false,
    staleTime: 60_000,
    // amounts are no JSON
    structuralSharing: false,
  })
}
