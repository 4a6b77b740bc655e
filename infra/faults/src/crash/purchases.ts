import type { Person } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { buyFromPoints, reserve } from '../crowd/purchase.ts'
import { cardPurchases } from './card.ts'
import { endsAs, type Harness, reserved, type Scenario } from './harness.ts'

const fromPoints: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const deal = await harness.offer('points', buyer)
    await harness.give(buyer, deal.priceSatang)
    const { _id } = await buyFromPoints(buyer, deal.order)
    await endsAs(harness, deal, _id, ['completed'])
  })

const cancelOrder: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const { deal, shipping } = await reserved(harness, 'cancel-order', buyer)
    await deal.seller.call(orderBookHttp.cancelOrder, { body: { order_id: deal.order._id } })
    await endsAs(harness, deal, shipping._id, ['canceled'])
  })

async function cancelIfPossible(buyer: Person, shippingId: string): Promise<void> {
  const body = { shipping_id: shippingId }
  await buyer.call(shippingPaymentHttp.cancelPayment, { body }).catch((error: unknown) => {
    if (!(error instanceof ResponseError && error.code === 'failed_to_cancel')) throw error
  })
}

/** The points are not enough: the ledger refuses, the buyer gives up. */
const refusedPoints: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const deal = await harness.offer('refused', buyer)
    const own = {
      order_hash: deal.order.hash,
      amount: '1',
      recipient_address: deal.seller.address,
      defer_payment: true,
    }
    await deal.seller.call(shippingPaymentHttp.ship, { body: own }).catch((error: unknown) => {
      if (!(error instanceof ResponseError && ['own_order', 'order_not_found'].includes(error.code)))
        throw error
    })
    const { _id } = await reserve(buyer, deal.order) // by now the shop knows it
    await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: _id } })
    await endsAs(harness, deal, _id, ['canceled'])
    const unpaid = await harness.offer('refused', buyer)
    const opened = await buyFromPoints(buyer, unpaid.order)
    // the refusal is on its way: the cancel may come before it or after it
    await cancelIfPossible(buyer, opened._id)
    await endsAs(harness, unpaid, opened._id, ['canceled', 'completed']) // a late refund may have made it enough
  })

/** SP-23: the cancel crosses with the payment: delivered, or given back. */
const cancelWhilePaying: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const deal = await harness.offer('cancel-race', buyer)
    await harness.give(buyer, deal.priceSatang)
    const { _id } = await buyFromPoints(buyer, deal.order)
    await cancelIfPossible(buyer, _id)
    await endsAs(harness, deal, _id, ['canceled', 'completed'])
  })

/** What happens with time: the event that opened a purchase is made older than it is, past the rights of the service. */
async function age(
  harness: Harness,
  shippingId: string,
  field: 'expiresAt' | 'at',
  seconds: number,
): Promise<void> {
  const db = harness.system.db('shipping-payment')
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica') // the log refuses even its owner
    await client.query(
      `update kit.event set data = jsonb_set(data::jsonb, array[$2::text],
         to_jsonb(to_char((data->>$2::text)::timestamptz at time zone 'UTC' - $3 * interval '1 second',
           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       where stream = 'shipping-' || $1::text and data->$2::text is not null`,
      [shippingId, field, seconds],
    )
    await client.query(
      `update shipping set expires_at = expires_at - $2 * interval '1 second' where id = $1 and $3`,
      [shippingId, seconds, field === 'expiresAt'],
    )
    await client.query(
      `update kit.job set run_at = run_at - $2 * interval '1 second'
       where task = 'shipping.expiry' and key = $1 and $3`,
      [shippingId, seconds, field === 'expiresAt'],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

const expiry: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const { deal, shipping } = await reserved(harness, 'expiry', buyer)
    await age(harness, shipping._id, 'expiresAt', 900)
    await endsAs(harness, deal, shipping._id, ['canceled'])
  })

/** SP-5: an idle buyer gives way to another one. */
const idle: Scenario = (harness) =>
  harness.withBuyer((buyer) =>
    harness.withBuyer(async (rival) => {
      const { deal, shipping } = await reserved(harness, 'idle', buyer)
      await age(harness, shipping._id, 'at', 180)
      const body = {
        order_hash: deal.order.hash,
        amount: '1',
        recipient_address: rival.address,
        defer_payment: true,
      }
      const second = (await rival.call(shippingPaymentHttp.ship, { body })).shipping
      await endsAs(harness, deal, shipping._id, ['canceled'])
      await rival.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: second._id } })
    }),
  )

export const purchases = {
  points: fromPoints,
  ...cardPurchases,
  'cancel-order': cancelOrder,
  refused: refusedPoints,
  'cancel-race': cancelWhilePaying,
  expiry,
  idle,
} satisfies Record<string, Scenario>
