import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '@talad/dev/seed/site'
import type { Order } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type BoughtShipping, isBought } from '@talad/proto/http/shipping-payment/shipping'
import { onceKnown } from './patient.ts'

const POLL_MS = 300

/**
 * Reserves a listing without paying it yet, as soon as the shop knows the order.
 * @param knownWithinMs how long the shop may take to hear of it; two minutes by default
 */
export function reserve(buyer: Person, order: Order, knownWithinMs?: number): Promise<BoughtShipping> {
  const body = {
    order_hash: order.hash,
    amount: order.basic.asset.amount,
    recipient_address: buyer.address,
    defer_payment: true,
  }
  return onceKnown(
    ['order_not_found'],
    async () => {
      return (await buyer.call(shippingPaymentHttp.ship, { body })).shipping
    },
    knownWithinMs,
  )
}

/**
 * Pays a reserved purchase: from points as far as they reach, the rest by card.
 * @returns the purchase, and the card page when there is something to pay there
 */
export async function pay(
  buyer: Person,
  shipping: BoughtShipping,
  withinMs = 120_000,
): Promise<{ shipping: BoughtShipping; page: string | undefined }> {
  const asked = await buyer.call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: shipping._id } })
  const isKnown = ({ status, credit: { payment } }: BoughtShipping) =>
    status !== 'pending' ||
    payment.payment_url !== null ||
    payment.status === 'failed' ||
    payment.status === 'completed'
  const found = isKnown(asked.shipping)
    ? asked.shipping
    : await follow(buyer, shipping._id, isKnown, withinMs) // the call waits only so long
  return { shipping: found, page: found.credit.payment.payment_url ?? undefined }
}

/**
 * Chooses on the provider's card page, and goes back to the shop as a browser does. That the shop is away for the
 * browser matters to nobody but its person: only what the provider says itself counts.
 * @throws Error when the provider does not take the choice
 */
export async function chooseCard(page: string, choice: 'success' | 'fail' | 'cancel'): Promise<void> {
  const answer = await fetch(page, { method: 'POST', body: new URLSearchParams({ choice }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the card page answers ${answer.status}: ${text.slice(0, 200)}`)
  const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1]
  if (action === undefined) return
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value]))
  await fetch(action, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
}

/** The purchase as its buyer sees it now. */
export async function look(buyer: Person, id: string): Promise<BoughtShipping> {
  const { shipping } = await buyer.call(shippingPaymentHttp.shippingPick, { params: { shipping_id: id } })
  if (!isBought(shipping)) throw new Error(`${id} was bought by somebody else`)
  return shipping
}

/** Looks at a purchase until it is as wanted. @throws Error with how it is after `withinMs` */
export async function follow(
  buyer: Person,
  id: string,
  wanted: (shipping: BoughtShipping) => boolean,
  withinMs: number,
): Promise<BoughtShipping> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const shipping = await look(buyer, id)
    if (wanted(shipping)) return shipping
    if (performance.now() > deadline) {
      const { status, credit, tx_status: tx } = shipping
      throw new Error(`the purchase ${id} stays ${status}, payment ${credit.payment.status}, delivery ${tx}`)
    }
    await delay(POLL_MS)
  }
}

/** Whether a purchase is over: delivered and settled, canceled, or failed. */
export function isOver({ status }: BoughtShipping): boolean {
  return status === 'completed' || status === 'canceled' || status === 'failed'
}
