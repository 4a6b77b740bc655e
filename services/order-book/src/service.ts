import { assessments } from '@talad/market/assessments'
import { sitesIn } from '@talad/market/sites'
import { suspensions } from '@talad/market/suspensions'
import { published } from '@talad/shared/published'
import { keepReplica } from '@talad/shared/replica'
import { defineService } from '@talad/shared/service'
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
import { suspensionChanged } from './consumers/suspension.ts'
import { assetTransferred } from './consumers/transfer.ts'
import { makeDeps } from './deps.ts'
import { activityJob } from './jobs/activity.ts'
import { counterJob } from './jobs/counters.ts'
import { forgetTransfers } from './jobs/forget-transfers.ts'
import { watchPriceTokens } from './jobs/price-tokens.ts'
import { refreshRates } from './jobs/rates.ts'
import { suspendedJob } from './jobs/suspended.ts'
import { transferCheckJob } from './jobs/transfer-check.ts'
import { orders } from './order/stream.ts'
import { accounts } from './replicas/accounts.ts'
import { assets } from './replicas/assets.ts'
import { fees } from './replicas/fees.ts'
import { holdings } from './replicas/holdings.ts'
import { shippings } from './replicas/shippings.ts'
import { shownCollections } from './replicas/shown-collections.ts'

/** The order book: takes and cancels listings, follows the chain, publishes what changes. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: orderBookConfig,
  makeDeps,
  app: buildApp,
  streams: [published(orders)],
  replicas: [
    accounts,
    assessments,
    assets,
    fees,
    shippings,
    holdings,
    suspensions,
    shownCollections,
    sitesIn('order-book'),
  ],
  consumers: [
    accountChanged,
    keepReplica(assessments, { group: 'order-book.assessment' }),
    assetChanged,
    suspensionChanged,
    orderFulfilled,
    orderCancelled,
    orderValidated,
    counterIncremented,
    assetTransferred,
    approvalChanged,
  ],
  jobs: [
    activityJob,
    suspendedJob,
    transferCheckJob,
    counterJob,
    forgetTransfers,
    watchPriceTokens,
    refreshRates,
  ],
})
