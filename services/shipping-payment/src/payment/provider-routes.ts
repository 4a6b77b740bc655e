import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { change } from '@talad/shared/stream'
import type { FastifyReply } from 'fastify'
import { type Callback, orderNumber, readCallback } from '../chillpay/callback.ts'
import type { Deps } from '../deps.ts'
import { toBought } from '../shipping/response.ts'
import { loadShipping } from '../shipping/stream.ts'
import { topups } from '../topup/stream.ts'
import { askSoon, topupByOrderNo } from './inquiry.ts'
import { returnTo } from './return-to.ts'

/**
 * SP-17: rightly signed, so somebody may have paid, and about no order of ours, which no repetition changes: it is stored
 * and answered 200, and people are called; again when it says something else of what they have settled.
 */
async function keepStray(deps: Deps, { transactionId, orderNo, paymentStatus }: Callback): Promise<void> {
  const kept = await deps.db.query(
    `insert into stray_callback (provider, transaction_id, order_no, payment_status, received_at)
     values ('chillpay', $1, $2, $3, $4)
     on conflict (provider, transaction_id) do update
       set payment_status = excluded.payment_status, received_at = excluded.received_at,
         settled_at = null, settled_by = null, note = null
       where stray_callback.payment_status <> excluded.payment_status`,
    [transactionId, orderNo, paymentStatus, deps.now()],
  )
  if (kept.rowCount === 1)
    deps.log.error({ transactionId, orderNo }, 'card provider tells of an unknown order')
}

/** Notes a verified callback, durably, and has the provider asked at once (SP-14, SP-17). */
async function recordCallback(deps: Deps, body: Record<string, unknown>): Promise<void> {
  const callback = readCallback(body, deps.chillpaySecret)
  const topup = await topupByOrderNo(deps.db, callback.orderNo)
  if (!topup) return keepStray(deps, callback)
  const now = deps.now()
  const { transactionId, paymentStatus } = callback
  const command = { type: 'RecordCallback' as const, transactionId, paymentStatus, now }
  const { events } = await change(deps, topups, topup.id, command)
  // said before, it may have come too early then: what the provider says now is asked all the same
  if (events.length === 0) await askSoon(deps, topup)
}

/** A browser comes by: nothing it says is believed; the provider is asked, and the buyer goes on (SP-14). */
async function sendBack(deps: Deps, given: Record<string, unknown>, reply: FastifyReply): Promise<undefined> {
  const orderNo = orderNumber.safeParse(given.OrderNo).data
  const topup = orderNo === undefined ? undefined : await topupByOrderNo(deps.db, orderNo)
  const { state: shipping } = topup ? await loadShipping(deps.db, topup.shipping_id) : { state: undefined }
  if (topup) await askSoon(deps, topup)
  reply.redirect(returnTo(deps, shipping, topup?.shipping_id).href, 302)
  return undefined
}

/** The card provider's routes, and the development call that stands in for its page. */
export function providerRoutes(app: App, deps: Deps): void {
  app.route(cardProviderHttp.chillpayCallback, async ({ body }) => {
    await recordCallback(deps, body)
    return { status: 'ok' as const }
  })
  app.route(cardProviderHttp.chillpayCallbackGet, ({ query, reply }) => sendBack(deps, query, reply))
  app.route(cardProviderHttp.chillpayRedirect, ({ body, reply }) => sendBack(deps, body, reply))
  app.route(cardProviderHttp.chillpayRedirectGet, ({ query, reply }) => sendBack(deps, query, reply))

  app.route(cardProviderHttp.mockTopupCallback, async ({ actor, body }) => {
    const { customerId } = customer(actor)
    const { state: shipping } = await loadShipping(deps.db, body.shipping_id)
    if (!shipping) throw new Rejection('SHIPPING_NOT_FOUND')
    if (shipping.buyerCustomerId !== customerId) throw new Rejection('NOT_THE_BUYER')
    const open = await deps.db.query<{ order_no: string }>(
      'select order_no from topup where shipping_id = $1 and started order by opened_at desc limit 1',
      [body.shipping_id],
    )
    const orderNo = open.rows[0]?.order_no
    if (!orderNo || !deps.chillpayControlUrl) throw new Rejection('SHIPPING_NOT_PAYABLE')
    const choice = (['success', 'fail', 'cancel'] as const)[body.payment_status]
    const settled = await fetch(`${deps.chillpayControlUrl}/chillpay/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderNo, choice }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!settled.ok && settled.status !== 409) throw new Rejection('SHIPPING_NOT_PAYABLE')
    return { shipping: toBought(body.shipping_id, shipping, deps.now()) }
  })
}
