import { requireAssessment } from '@talad/market/assessments'
import { cryptoShippingHttp as http } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { recipientAddress } from '@talad/shared/chain/address'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { findCryptoOrder } from '../replicas/crypto-order.ts'
import { cryptoHistory } from './history.ts'
import { openCrypto, recordSent } from './open.ts'
import { toWire } from './response.ts'
import type { CryptoShipping } from './state.ts'

function answer(customerId: string, id: string, shipping: CryptoShipping) {
  const seen = toWire(customerId, id, shipping)
  if (!seen) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return { shipping: seen }
}

/** The calls of those who fill orders in crypto (SP-28). */
export function cryptoRoutes(app: App, deps: Deps): void {
  app.route(http.shipCrypto, async ({ actor, body, attempt }) => {
    const { customerId, accountId } = customer(actor)
    const order = await findCryptoOrder(deps.db, body.order_hash)
    // SP-9, OB-36: who accepts an offer sells
    await requireAssessment(deps.db, customerId, order?.type === 'offer' ? 'new_seller' : 'new_buyer')
    const recipient =
      body.recipient_address &&
      recipientAddress(body.recipient_address, 'recipient_address', 'INVALID_RECIPIENT')
    const wanted = {
      orderHash: body.order_hash,
      by: { customerId, accountId },
      recipient,
      amount: BigInt(body.amount),
    }
    const { id, shipping } = await openCrypto(deps, wanted, attempt)
    return answer(customerId, id, shipping)
  })

  app.route(http.processingCrypto, async ({ actor, body }) => {
    const { customerId } = customer(actor)
    const { id, shipping } = await recordSent(deps, body.shipping_id, customerId, body.tx_hash)
    return answer(customerId, id, shipping)
  })

  app.route(http.cryptoHistory, ({ actor, query }) =>
    cryptoHistory(deps.db, customer(actor).customerId, query),
  )
}
