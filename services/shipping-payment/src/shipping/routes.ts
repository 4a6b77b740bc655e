import { requireAssessment } from '@talad/market/assessments'
import { siteOrigins } from '@talad/market/sites'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { recipientAddress } from '@talad/shared/chain/address'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { historyOf } from './history.ts'
import { openShipping } from './open.ts'
import { toBought, toSideOf } from './response.ts'
import { existingShipping } from './stream.ts'

/** SP-31: where the request came from, if that is one of our sites; else the main site. */
function originOf(request: FastifyRequest, origins: readonly [string, ...string[]]): string {
  const given = request.headers.origin ?? request.headers.referer
  const [main] = origins
  if (given === undefined || !URL.canParse(given)) return main
  const { origin } = new URL(given)
  return origins.find((site) => new URL(site).origin === origin) ?? main
}

/** The calls of buyers and sellers. */
export function shippingRoutes(app: App, deps: Deps): void {
  app.route(http.ship, async ({ actor, body, request, attempt }) => {
    const { customerId, accountId } = customer(actor)
    await requireAssessment(deps.db, customerId, 'new_buyer') // SP-9, OB-36
    const wanted = {
      orderHash: body.order_hash,
      buyerCustomerId: customerId,
      buyerAccountId: accountId,
      recipient:
        body.recipient_address &&
        recipientAddress(body.recipient_address, 'recipient_address', 'INVALID_RECIPIENT'),
      amount: BigInt(body.amount),
      deferPayment: body.defer_payment,
      originUrl: originOf(request, await siteOrigins(deps.db, deps.siteOrigins, 'users')),
    }
    const { id, shipping } = await openShipping(deps, wanted, attempt)
    return { shipping: toBought(id, shipping, deps.now()) }
  })

  app.route(http.shippingHistory, ({ actor, query }) => historyOf(deps, customer(actor).customerId, query))
  app.route(http.shippingPick, async ({ actor, params }) => {
    const { customerId } = customer(actor)
    const shipping = await existingShipping(deps.db, params.shipping_id)
    const seen = toSideOf(customerId, params.shipping_id, shipping, deps.now())
    if (!seen) throw new Rejection('SHIPPING_NOT_FOUND')
    return { shipping: seen }
  })
}
