import { fileURLToPath } from 'node:url'
import { LOG_CHANNEL } from '@talad/shared/handle'
import { type RunningService, startService } from '@talad/shared/runtime'
import { startSweeper } from '@talad/shared/sweeper'
import { buildApp } from './app.ts'
import type { OrderBookConfig } from './config.ts'
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
import { publish, TOPIC } from './order/publish.ts'
import { orderViewProjection } from './projections/order-view.ts'
import { activitySweeper } from './sweepers/activity.ts'
import { departureSweeper } from './sweepers/departure.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

const consumers = [
  accountChanged,
  assetChanged,
  shippingChanged,
  orderFulfilled,
  orderCancelled,
  orderValidated,
  counterIncremented,
  assetTransferred,
  approvalChanged,
]

function startSweepers(deps: Deps) {
  const onError = (error: unknown, key?: string) => deps.log.warn({ err: error, key }, 'will try again')
  const background = { db: deps.db, wake: deps.wake, onError }
  return [
    startSweeper(background, activitySweeper(deps), [LOG_CHANNEL]),
    startSweeper(background, departureSweeper(deps), [LOG_CHANNEL]),
  ]
}

/** Starts the order book: takes and cancels listings, follows the chain, publishes what changes. */
export function startOrderBook(config: OrderBookConfig): Promise<RunningService> {
  return startService('order-book', config, migrations, async (platform) => {
    const deps = makeDeps(platform, config)
    await seedFees(deps.db, config.PLATFORM_FEES)
    return {
      deps,
      parts: {
        app: buildApp(deps),
        projections: [orderViewProjection],
        publish,
        topics: [TOPIC],
        consumers,
        loops: () => startSweepers(deps),
        close: () => deps.prisma.$disconnect(),
      },
    }
  })
}
