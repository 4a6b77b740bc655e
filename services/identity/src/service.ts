import { sitesIn } from '@talad/market/sites'
import { standings } from '@talad/market/standing'
import { suspensions } from '@talad/market/suspensions'
import { recurring } from '@talad/shared/jobs'
import { published } from '@talad/shared/published'
import { publisherOf } from '@talad/shared/publisher'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { publishOn } from './account/publish.ts'
import { accounts } from './account/stream.ts'
import { buildApp } from './app.ts'
import { identityConfig } from './config.ts'
import { bankRequestChanged, withdrawalChanged } from './consumers/bank.ts'
import { assetTransferred } from './consumers/chain.ts'
import { issuedSuspended, reportDecided, suspensionChanged } from './consumers/moderation.ts'
import { orderChanged } from './consumers/order.ts'
import { shippingConsumers } from './consumers/shipping.ts'
import { domainMissed } from './consumers/site.ts'
import { standingChanged, suspensionKept } from './consumers/suspension.ts'
import { type Deps, makeDeps } from './deps.ts'
import { keepLooks } from './display-name/store.ts'
import { removeWhatIsOver } from './housekeeping.ts'
import { lineNoticeJob } from './jobs/line-notice.ts'
import { listingEndJob } from './jobs/listing-end.ts'
import { listingSuspendedJob } from './jobs/listing-suspended.ts'
import { pictureCheckJob } from './jobs/picture-check.ts'
import { pictureSuspendedJob } from './jobs/picture-suspended.ts'
import { pushEndJob } from './jobs/push-end.ts'
import { notifications } from './notification/stream.ts'
import { issuers } from './replicas/issuer.ts'
import { listings } from './replicas/listing.ts'
import { sitePages } from './replicas/site-page.ts'

const housekeeping = recurring<Deps>({
  name: 'session.housekeeping',
  everyMs: 60_000,
  async run({ deps }) {
    await removeWhatIsOver(deps)
    await deps.keys.renew(deps.config.SIGNING_KEY_DAYS)
  },
})

/** Identity: sign-in, tokens, wallet signing; publishes what others may know of accounts. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: identityConfig,
  makeDeps,
  async prepare(deps, config) {
    await keepLooks(deps.db)
    await deps.keys.renew(config.SIGNING_KEY_DAYS)
  },
  app: buildApp,
  streams: [published(accounts), published(notifications)],
  publish: ({ CHAIN_ID }) => {
    const onMarket = { ...accounts, publish: publishOn(String(CHAIN_ID)) }
    return publisherOf([published(onMarket), published(notifications)])
  },
  consumers: [
    orderChanged,
    ...shippingConsumers,
    withdrawalChanged,
    bankRequestChanged,
    reportDecided,
    issuedSuspended,
    suspensionChanged,
    suspensionKept,
    standingChanged,
    assetTransferred,
    domainMissed,
  ],
  replicas: [issuers, listings, suspensions, standings, sitesIn('identity'), sitePages],
  jobs: [
    housekeeping,
    lineNoticeJob,
    listingEndJob,
    listingSuspendedJob,
    pictureCheckJob,
    pictureSuspendedJob,
    pushEndJob,
  ],
})
