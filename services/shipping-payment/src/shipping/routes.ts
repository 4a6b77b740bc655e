import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment'
import type { Loaded } from '@talad/shared/handle'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { getAddress } from 'ethers'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { claimInquiry, inquire } from '../topup/inquiry.ts'
import { changeShipping } from './change.ts'
import { historyOf } from './history.ts'
import { openShipping } from './open.ts'
import { toResponse } from './response.ts'
import type { Shipping } from './state.ts'
import { loadShipping } from './store.ts'

/** How long a paying call waits until it is known where to go (SP-12); then the client goes on by live updates. */
const WAIT_MS = 8_000

/** GW-17: mixed case must pass EIP-55; kept in lower case. @throws Rejection INVALID_RECIPIENT */
function recipientOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  try {
    if (mixed) getAddress(text)
  } catch {
    throw new Rejection('INVALID_RECIPIENT', { field: 'recipient_address' })
  }
  return text.toLowerCase()
}

/** SP-31: where the request came from, if that is one of our sites; else the main site. */
function originOf(request: FastifyRequest, siteOrigins: readonly string[]): string {
  const given = request.headers.origin ?? request.headers.referer
  const main = siteOrigins[0] ?? ''
  if (given === undefined || !URL.canParse(given)) return main
  const { origin } = new URL(given)
  return siteOrigins.find((site) => new URL(site).origin === origin) ?? main
}

/** True as soon as the buyer can be told what to do next. */
function isDecided({ status, payment }: Shipping): boolean {
  if (status !== 'pending') return true
  return payment.status === 'failed' || (payment.status === 'processing' && payment.paymentUrl !== undefined)
}

/** Waits, bounded, until a payment that was just asked for has come to its next step for the buyer. */
async function settled(deps: Deps, id: string, first: Loaded<Shipping>): Promise<Shipping> {
  const deadline = Date.now() + WAIT_MS
  let { state: shipping, version } = first
  while (!isDecided(shipping) && Date.now() < deadline) {
    await deps.waiting.past(id, version, deadline - Date.now())
    const now = await loadShipping(deps.db, id)
    shipping = now.state ?? shipping
    version = now.version
  }
  return shipping
}

async function existing(deps: Deps, id: string): Promise<Shipping> {
  const { state } = await loadShipping(deps.db, id)
  if (!state) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return state
}

function purchaseRoutes(app: App, deps: Deps): void {
  app.route(http.ship, async ({ actor, body, request, attempt }) => {
    const { customerId, accountId } = customer(actor)
    const wanted = {
      orderHash: body.order_hash,
      buyerCustomerId: customerId,
      buyerAccountId: accountId,
      recipient: recipientOf(body.recipient_address),
      amount: BigInt(body.amount),
      deferPayment: body.defer_payment,
      originUrl: originOf(request, deps.siteOrigins),
    }
    const { id, shipping } = await openShipping(deps, wanted, attempt)
    return { shipping: toResponse(id, shipping, deps.now()) }
  })

  app.route(http.topupAndPay, async ({ actor, body }) => {
    const by = customer(actor).customerId
    if (!deps.chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
    const id = body.shipping_id
    const { state, version } = await changeShipping(deps, id, { type: 'Pay', by, now: deps.now() })
    if (!state) throw new Rejection('SHIPPING_NOT_FOUND')
    return { shipping: toResponse(id, await settled(deps, id, { state, version }), deps.now()) }
  })

  app.route(http.checkShippingPay, async ({ actor, body }) => {
    const id = body.shipping_id
    const shipping = await existing(deps, id)
    if (shipping.buyerCustomerId !== customer(actor).customerId) throw new Rejection('NOT_THE_BUYER') // SP-22
    const topup = await claimInquiry(deps, id)
    if (topup) {
      // the provider being away is no reason to refuse the buyer what is known; the schedule asks again
      await inquire(deps, topup).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'card provider is away'),
      )
    }
    return { shipping: toResponse(id, await existing(deps, id), deps.now()) }
  })

  app.route(http.cancelPayment, async ({ actor, body }) => {
    const id = body.shipping_id
    const by = customer(actor).customerId
    const { state } = await changeShipping(deps, id, { type: 'Cancel', by, now: deps.now() })
    if (!state) throw new Rejection('SHIPPING_NOT_FOUND')
    return { shipping: toResponse(id, state, deps.now()) }
  })
}

/** The calls of buyers and sellers. */
export function shippingRoutes(app: App, deps: Deps): void {
  purchaseRoutes(app, deps)
  app.route(http.shippingHistory, ({ actor, query }) => historyOf(deps, customer(actor).customerId, query))
  app.route(http.shippingPick, async ({ actor, params }) => {
    const { customerId } = customer(actor)
    const shipping = await existing(deps, params.shipping_id)
    const concerned =
      shipping.buyerCustomerId === customerId || shipping.order.sellerCustomerId === customerId
    if (!concerned) throw new Rejection('SHIPPING_NOT_FOUND')
    return { shipping: toResponse(params.shipping_id, shipping, deps.now()) }
  })
}
