import { sitesIn } from '@talad/market/sites'
import { suspensions } from '@talad/market/suspensions'
import { inTx } from '@talad/shared/db'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { chainEvent } from './chain/events.ts'
import { publishFor } from './chain/publish.ts'
import { registerCollections } from './collection/register.ts'
import { assetIndexerConfig } from './config.ts'
import { mintChanged } from './consumers/mint.ts'
import { orderChanged } from './consumers/order.ts'
import { suspensionChanged } from './consumers/suspension.ts'
import { triggerFinished } from './consumers/trigger.ts'
import { makeDeps } from './deps.ts'
import { registerChain } from './health/registry.ts'
import { aboutJob } from './jobs/about.ts'
import { abstractJob } from './jobs/abstract.ts'
import { configsJob } from './jobs/configs.ts'
import { statsJob, traitsJob } from './jobs/figures.ts'
import { chainHoldersJob, holdersJob } from './jobs/holders.ts'
import { imageJob } from './jobs/image.ts'
import { marketJob } from './jobs/market.ts'
import { mediaJob } from './jobs/media.ts'
import { metadataJob } from './jobs/metadata.ts'
import { noticesJob } from './jobs/notices.ts'
import { refreshRates } from './jobs/rates.ts'
import { suspensionJob } from './jobs/suspension.ts'
import { toldJob } from './jobs/told.ts'
import { startLoops } from './loops.ts'
import { accounts } from './replicas/account.ts'
import { issuers } from './replicas/issuer.ts'
import { mints } from './replicas/mint.ts'
import { orders } from './replicas/order.ts'
import { markCollections } from './suspension/marks.ts'

/** The asset indexer: follows the chain, fetches metadata and pictures, serves assets, collections and activity. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: assetIndexerConfig,
  makeDeps,
  async prepare({ db }, config) {
    const { CHAIN_SLUG: blockchain, START_BLOCK: firstBlock, COLLECTIONS: listed } = config
    await registerChain(db, {
      slug: blockchain,
      chainId: config.CHAIN_ID,
      confirmations: config.CONFIRMATIONS,
    })
    await registerCollections(db, blockchain, Number(firstBlock), listed)
    const addresses = listed.map(({ address }) => address)
    await inTx(db, (tx) => markCollections(tx, blockchain, addresses))
  },
  app: buildApp,
  publish: (config) => publishFor(config.CHAIN_SLUG),
  stored: [{ name: 'chain', event: chainEvent }],
  consumers: [orderChanged, suspensionChanged, mintChanged, triggerFinished],
  replicas: [orders, suspensions, accounts, issuers, mints, sitesIn('asset-indexer')],
  jobs: [
    noticesJob,
    metadataJob,
    imageJob,
    mediaJob,
    marketJob,
    statsJob,
    traitsJob,
    configsJob,
    abstractJob,
    holdersJob,
    chainHoldersJob,
    suspensionJob,
    aboutJob,
    toldJob,
    refreshRates,
  ],
  loops: startLoops,
  async close(deps) {
    await deps.pictures.close()
    await deps.uploads.close()
    deps.rpc.close()
    await deps.scanDb.end()
  },
})
