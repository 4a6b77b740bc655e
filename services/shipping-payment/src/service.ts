import { LOG_CHANNEL } from '@talad/shared/event-log'
import { defineService } from '@talad/shared/service'
import { startSweeper as startLoopOf } from '@talad/shared/sweeper'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { shippingPaymentConfig } from './config.ts'
import { orderFulfilled } from './consumers/chain.ts'
import { ledgerConsumers } from './consumers/ledger.ts'
import { orderChanged } from './consumers/order.ts'
import { type Deps, makeDeps } from './deps.ts'
import { expirySweeper } from './shipping/expiry.ts'
import { publishShipping } from './shipping/publish.ts'
import { inquirySweeper, startSweeper } from './topup/inquiry.ts'
import { publishTopup } from './topup/publish.ts'
import { INQUIRY_CHANNEL } from './topup/routes.ts'

function loops(deps: Deps) {
  const { db, wake, log } = deps
  const onError = (error: unknown, key?: string) => log.warn({ err: error, key }, 'will try again')
  const sweeperDeps = { db, wake, onError }
  return [
    startLoopOf(sweeperDeps, startSweeper(deps), [LOG_CHANNEL]),
    startLoopOf(sweeperDeps, inquirySweeper(deps), [INQUIRY_CHANNEL]),
    startLoopOf(sweeperDeps, expirySweeper(deps)),
    deps.delivery.start(deps),
  ]
}

/** Shipping and payment: purchases, card payments and the relayer that delivers. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: shippingPaymentConfig,
  makeDeps,
  app: buildApp,
  streams: [
    { name: 'shipping', messages: publishShipping },
    { name: 'topup', messages: publishTopup },
  ],
  consumers: [orderChanged, orderFulfilled, ...ledgerConsumers],
  loops,
  async close(deps) {
    await deps.waiting.close()
    await deps.delivery.close()
  },
})
