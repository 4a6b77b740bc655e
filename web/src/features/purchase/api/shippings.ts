import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type BoughtShipping, isBought } from '@talad/proto/http/shipping-payment/shipping'
import { call } from '@talad/ui/client/call'
import { queryClient, refetch } from '@talad/ui/client/query'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { withAssessment } from '../../../market/assessment/assessment.ts'
import { keys } from '../../../market/reads/query-keys.ts'
import { isOpen, isPayable } from '../progress.ts'

/** WB-10 */
const OPEN_REFETCH_MS = 5_000

/** One purchase; read each 5 s while it is open, besides the live events. */
export function shippingQuery(id: string) {
  return queryOptions({
    queryKey: [keys.shipping, id],
    queryFn: async ({ signal }) => {
      const { shipping } = await call(
        shippingPaymentHttp.shippingPick,
        { params: { shipping_id: id } },
        { signal },
      )
      return shipping
    },
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : OPEN_REFETCH_MS),
  })
}

type Page = z.output<typeof shippingPaymentHttp.shippingHistory.response>
type Pages = { pages: readonly Page[] }

/** What shows a purchase is read again where one has moved and no live event said so: it may have, as the page came up. */
function followMoved(before: Pages | undefined, { list }: Page): void {
  const known = new Map(before?.pages.flatMap((one) => one.list.map(({ _id, updated }) => [_id, updated])))
  if (list.some(({ _id, updated }) => known.has(_id) && known.get(_id) !== updated))
    void refetch(keys.asset, keys.holders, keys.orders, keys.events, keys.balances)
}

/** Purchases and sales, newest first; read each 5 s while one of the newest is open, besides the live events. */
export function shippingsQuery(account: string, action: 'buy' | 'sell') {
  const queryKey = [keys.shippings, account, action]
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ac: action, ...(pageParam === undefined ? {} : { cs: pageParam }) }
      const read = await call(shippingPaymentHttp.shippingHistory, { query }, { signal })
      if (pageParam === undefined) followMoved(queryClient.getQueryData<Pages>(queryKey), read)
      return read
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.list.some(isOpen) ? OPEN_REFETCH_MS : false),
  })
}

/** What a person has reserved and not paid, the newest first; read again when the time of one is over. */
export function useUnpaid(account: string): BoughtShipping[] {
  const { data } = useInfiniteQuery({
    ...shippingsQuery(account, 'buy'),
    refetchInterval: ({ state }) => {
      const ends = (state.data?.pages[0]?.list ?? [])
        .filter(isPayable)
        .map(({ expires_at: end }) => Date.parse(end))
      return ends.length > 0 && Math.max(1_000, Math.min(...ends) - Date.now() + 1_000)
    },
  })
  return (data?.pages[0]?.list ?? []).filter(isBought).filter(isPayable)
}

/** Purchases by their ids; those that are nobody's of ours are left out. */
export function shippingsOfQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [keys.shippings, 'of', ids],
    queryFn: async ({ signal }) => {
      const query = { id: ids.join(','), lm: 100 }
      return (await call(shippingPaymentHttp.shippingHistory, { query }, { signal })).list
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
}

/** Shows the newest state of a purchase; what depends on it is read again only when it moved. */
function keep(shipping: BoughtShipping): BoughtShipping {
  const key = [keys.shipping, shipping._id]
  const known = queryClient.getQueryData<BoughtShipping>(key)
  queryClient.setQueryData(key, shipping)
  if (known?.updated !== shipping.updated) void refetch(keys.shippings, keys.orders, keys.balances)
  return shipping
}

export type ShipWish = { orderHash: string; amount: string; recipient: string }

/** Reserves units of a listing for ten minutes, to be paid afterwards (SP-10). */
export function useReserve() {
  return useMutation({
    mutationFn: async ({ orderHash, amount, recipient }: ShipWish) => {
      const { shipping } = await withAssessment(() =>
        call(shippingPaymentHttp.ship, {
          body: { order_hash: orderHash, amount, recipient_address: recipient, defer_payment: true },
        }),
      )
      return keep(shipping)
    },
  })
}

/** Pays a reserved purchase from points and, for the rest, by card (SP-11). */
export function usePay() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { shipping } = await call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: id } })
      return keep(shipping)
    },
  })
}

/** Asks the card provider each 5 s while `enabled` (SP-20, WB-23). */
export function useCheckPayment(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [keys.shipping, id, 'check'],
    queryFn: async ({ signal }) => {
      const { shipping } = await call(
        shippingPaymentHttp.checkShippingPay,
        { body: { shipping_id: id } },
        { signal },
      )
      return keep(shipping)
    },
    enabled,
    retry: false,
    refetchInterval: OPEN_REFETCH_MS,
  })
}

/** Has a card payment that came too late put back on its card (SP-26). */
export function useRefundLate() {
  return useMutation({
    mutationFn: async ({ id, key }: { id: string; key: string }) => {
      const { shipping } = await call(
        shippingPaymentHttp.refundLatePayment,
        { body: { shipping_id: id } },
        { idempotencyKey: key },
      )
      return keep(shipping)
    },
  })
}

/** Gives a reservation back (SP-23). */
export function useCancelPurchase() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { shipping } = await call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: id } })
      return keep(shipping)
    },
  })
}
