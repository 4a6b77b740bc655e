import { assessments } from '@talad/market/assessments'
import { sitesIn } from '@talad/market/sites'
import { standings } from '@talad/market/standing'
import { suspensions } from '@talad/market/suspensions'
import { published } from '@talad/shared/published'
import { keepReplica } from '@talad/shared/replica'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { shippingPaymentConfig } from './config.ts'
import { accountChanged } from './consumers/account.ts'
import { orderFulfilled } from './consumers/chain.ts'
import { cryptoFulfilled } from './consumers/crypto-fill.ts'
import { ledgerConsumers } from './consumers/ledger.ts'
import { orderChanged } from './consumers/order.ts'
import { standingChanged, suspensionChanged } from './consumers/suspension.ts'
import { cryptoShippings } from './crypto/stream.ts'
import { makeDeps } from './deps.ts'
import { gauges } from './gauges.ts'
import { cardHeldJob } from './jobs/card-held.ts'
import { cardRefundJob } from './jobs/card-refund.ts'
import { cardStartJob } from './jobs/card-start.ts'
import { cryptoDeadlineJob } from './jobs/crypto-deadline.ts'
import { cryptoFillJob } from './jobs/crypto-fill.ts'
import { deliveryBlameJob } from './jobs/delivery-blame.ts'
import { expiryJob } from './jobs/expiry.ts'
import { inquiryJob } from './jobs/inquiry.ts'
import { reconciliationJob } from './jobs/reconciliation.ts'
import { accounts } from './replicas/account.ts'
import { itemNames } from './replicas/item-name.ts'
import { orders } from './replicas/order.ts'
import { noteDeliveries } from './shipping/delivery.ts'
import { shippings } from './shipping/stream.ts'
import { topups } from './topup/stream.ts'

/** Shipping and payment: purchases, card payments and the relayer that delivers. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: shippingPaymentConfig,
  makeDeps,
  app: buildApp,
  gauges,
  streams: [published(shippings), published(topups), published(cryptoShippings)],
  consumers: [
    accountChanged,
    orderChanged,
    orderFulfilled,
    cryptoFulfilled,
    suspensionChanged,
    standingChanged,
    keepReplica(assessments, { group: 'shipping-payment.assessment' }),
    ...ledgerConsumers,
  ],
  replicas: [accounts, orders, suspensions, standings, assessments, itemNames, sitesIn('shipping-payment')],
  jobs: [
    cardStartJob,
    inquiryJob,
    cardRefundJob,
    cardHeldJob,
    expiryJob,
    cryptoDeadlineJob,
    cryptoFillJob,
    deliveryBlameJob,
    reconciliationJob,
  ],
  loops: (deps) => [deps.delivery.start((tx, changes) => noteDeliveries(tx, deps, changes))],
  async close(deps) {
    await deps.waiting.close()
    await deps.delivery.close()
  },
})
