import { listOrders } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

export type AssetPlace = { blockchain: string; contract: string; token: string }

/** The open listings of an asset and what is sold to the viewer alone, the cheapest first; `actions` are for `viewer` (OB-40). */
export function ordersQuery(
  place: AssetPlace,
  viewer: { account: string | undefined; wallets: readonly string[] },
  refetchInterval = 60_000,
) {
  const { blockchain, contract, token } = place
  return queryOptions({
    queryKey: [keys.orders, blockchain, contract.toLowerCase(), token, viewer],
    queryFn: ({ signal }) =>
      call(
        listOrders,
        {
          query: {
            bc: blockchain,
            ad: contract,
            ti: token,
            tp: viewer.account === undefined ? 'li' : 'li,de', // OB-7
            st: 'of,va,fi',
            sr: 'pr',
            sd: 'asc',
            ps: 50,
          },
        },
        { signal },
      ),
    refetchInterval,
  })
}
