import { cancelOrder, getOrder, listOrders } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import type { AssetPlace } from './asset-orders.ts'

const openOnes = { st: 'of,va,fi,in', ii: 'true' } as const
const endedOnes = { oe: 'true' } as const // OB-6

/** Which of a person's orders: what they sell, what they offer for, or what others offer them. */
export type OwnOrders =
  | { side: 'sold' | 'made'; customerId: string; ended?: boolean }
  | { side: 'received'; wallets: readonly string[] }

function whose(orders: OwnOrders) {
  // OB-37: the best offer first
  if (orders.side === 'received')
    return { hd: orders.wallets.join(','), tp: 'of', st: 'of,va,fi', sr: 'pr' } as const
  const { side, customerId, ended } = orders
  const kind = { oc: customerId, tp: side === 'made' ? 'of' : 'li,de', sr: 'st' } as const
  return { ...kind, ...(ended ? endedOnes : openOnes) }
}

/** A person's orders, also what nobody can fill just now; the newest first, of what they are offered the best. */
export function ownOrdersQuery(orders: OwnOrders) {
  return infiniteQueryOptions({
    queryKey: [keys.orders, 'of', orders],
    queryFn: ({ signal, pageParam }) =>
      call(listOrders, { query: { ...whose(orders), sd: 'desc', ps: 20, pi: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.list.length < last.size ? undefined : last.index + 1),
    refetchInterval: 60_000, // WB-10
  })
}

/** OB-6: the orders of an asset that are over, the newest first. */
export function endedOrdersQuery({ blockchain, contract, token }: AssetPlace) {
  return infiniteQueryOptions({
    queryKey: [keys.orders, blockchain, contract.toLowerCase(), token, 'ended'],
    queryFn: ({ signal, pageParam }) => {
      const about = { bc: blockchain, ad: contract, ti: token, tp: 'li,of' }
      const query = { ...about, ...endedOnes, sr: 'st', sd: 'desc', ps: 10, pi: pageParam } as const
      return call(listOrders, { query }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.list.length < last.size ? undefined : last.index + 1),
  })
}

/** One order by its hash, whatever has become of it. */
export function orderQuery(hash: string) {
  return queryOptions({
    queryKey: [keys.orders, hash],
    queryFn: async ({ signal }) => (await call(getOrder, { query: { ha: hash } }, { signal })).order,
  })
}

/** Takes a listing back; it can't be undone (OB-14). */
export function useCancelOrder() {
  return useMutation({
    mutationFn: (orderId: string) => call(cancelOrder, { body: { order_id: orderId } }),
    onSettled: () => refetch(keys.orders, keys.asset, keys.assets, keys.events),
  })
}
