import {
  type PaymentPage,
  type PaymentQuery,
  paymentPath,
  paymentQuery,
} from '@talad/proto/http/gateway/payment-page'
import type { StartPayment } from './client.ts'

export type PaymentForm = { page: PaymentPage } & Pick<PaymentQuery, 'merchantid' | 'apikey' | 'routeno'>

/**
 * SP-35: where somebody pays whose payment the provider opens once its form is sent. What they change in the address is
 * found when the provider is asked (SP-18).
 * @param back the purchase, on the site on which it was begun
 */
export function formAddress({ page, ...known }: PaymentForm, payment: StartPayment, back: URL): string {
  const { orderNo: orderno, customerId: customerid, amount, description, ip: clientip } = payment
  const about = { orderno, customerid, amount: amount.toString(), description, clientip }
  const query = paymentQuery.parse({ ...about, ...known, redirect: back.href })
  const address = new URL(paymentPath(page), back.origin)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, value)
  return address.href
}
