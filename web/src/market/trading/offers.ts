import { listOrders, type Order } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { actionOf, unitBaht } from '../prices/order-price.ts'
import { keys } from '../reads/query-keys.ts'

type Place = { blockchain: string; contract: string; token: string }

const LOOK_EVERY_MS = 60_000
const OPEN = 'of,va,fi'

const dearestFirst = (a: Order, b: Order) => (unitBaht(b) ?? 0) - (unitBaht(a) ?? 0)

/** The open offers for an asset, the best first; `actions` are for `viewer` (OB-40). */
export function offersQuery(
  { blockchain, contract, token }: Place,
  viewer: { account: string | undefined; wallets: readonly string[] },
) {
  return queryOptions({
    queryKey: [keys.orders, blockchain, contract.toLowerCase(), token, viewer, 'offers'],
    queryFn: async ({ signal }) => {
      const query = { bc: blockchain, ad: contract, ti: token, tp: 'of', st: OPEN, ps: 50 }
      return (await call(listOrders, { query }, { signal })).list.toSorted(dearestFirst)
    },
    refetchInterval: LOOK_EVERY_MS, // WB-10
  })
}

/** Whether the viewer can accept an offer; for an assessment the window of the trade asks, and goes on (MO-30). */
export function mayAccept(order: Order): boolean {
  const accept = actionOf(order, 'accept')
  if (!accept) return false
  return accept.enabled || (accept.reasons.length === 1 && accept.reasons[0] === 'assessment')
}

/** A customer's own orders of an asset that others don't see just now. */
export function restingQuery({ blockchain, contract, token }: Place, customerId: string | undefined) {
  return queryOptions({
    queryKey: [keys.orders, blockchain, contract.toLowerCase(), token, customerId, 'resting'],
    queryFn: async ({ signal }) => {
      const about = { bc: blockchain, ad: contract, ti: token, st: 'in', ps: 50 }
      const query = { ...about, oc: customerId, tp: 'li,of,de', ii: 'true' as const }
      return (await call(listOrders, { query }, { signal })).list
    },
    enabled: customerId !== undefined,
    refetchInterval: LOOK_EVERY_MS,
  })
}
