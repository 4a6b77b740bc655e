import { LOG_CHANNEL } from '@talad/shared/event-log'
import { defineService } from '@talad/shared/service'
import { startSweeper } from '@talad/shared/sweeper'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { orderBookConfig } from './config.ts'
import { accountChanged } from './consumers/account.ts'
import { approvalChanged } from './consumers/approval.ts'
import { assetChanged } from './consumers/asset.ts'
import {
  counterIncremented,
  orderCancelled,
  orderFulfilled,
  orderValidated,
} from './consumers/order-facts.ts'
import { shippingChanged } from './consumers/shipping.ts'
import { assetTransferred } from './consumers/transfer.ts'
import { type Deps, makeDeps } from './deps.ts'
import { seedFees } from './fee/fees.ts'
import { publish } from './order/publish.ts'
import { orderViewProjection } from './projections/order-view.ts'
import { activitySweeper } from './sweepers/activity.ts'
import { departureSweeper } from './sweepers/departure.ts'

function startSweepers(deps: Deps) {
  const onError = (error: unknown, key?: string) => deps.log.warn({ err: error, key }, 'will try again')
  const background = { db: deps.db, wake: deps.wake, onError }
  return [
    startSweeper(background, activitySweeper(deps), [LOG_CHANNEL]),
    startSweeper(background, departureSweeper(deps), [LOG_CHANNEL]),
  ]
}

/** The order book: takes and cancels listings, follows the chain, publishes what changes. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: orderBookConfig,
  makeDeps,
  prepare: (deps, config) => seedFees(deps.db, config.PLATFORM_FEES),
  app: buildApp,
  publish: () => publish,
  readModels: [orderViewProjection],
  consumers: [
    accountChanged,
    assetChanged,
    shippingChanged,
    orderFulfilled,
    orderCancelled,
    orderValidated,
    counterIncremented,
    assetTransferred,
    approvalChanged,
  ],
  loops: startSweepers,
  close: (deps) => deps.prisma.$disconnect(),
})
