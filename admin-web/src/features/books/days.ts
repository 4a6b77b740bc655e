import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import type { Reconciliation } from '@talad/proto/http/shipping-payment/reconciliation'
import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'

export const RECONCILIATIONS = 'reconciliations'

const isPayout = (provider: string | undefined) => provider === 'payout'

export async function readDays(provider: string | undefined, signal: AbortSignal) {
  const endpoint = isPayout(provider)
    ? bankWithdrawalAdminHttp.payoutReconciliations
    : shippingAdminHttp.cardReconciliations
  return (await call(endpoint, {}, { signal })).list
}

/** The days of one provider; a hundred of them, so there is nothing to page. */
export const daysQuery = (provider: string | undefined) =>
  queryOptions({
    queryKey: [RECONCILIATIONS, 'days', isPayout(provider)],
    queryFn: ({ signal }) => readDays(provider, signal),
  })

/** How many days differ, and since when the oldest of them is over. */
export function differingOf(days: readonly Pick<Reconciliation, 'day' | 'faults'>[]) {
  const differing = days.filter(({ faults }) => faults > 0).map(({ day }) => day)
  const [oldest] = differing.sort()
  return { count: differing.length, oldest: oldest === undefined ? null : `${oldest}T23:59:59+07:00` }
}

export const differingQuery = (provider: string | undefined) =>
  queryOptions({ ...daysQuery(provider), select: differingOf })
