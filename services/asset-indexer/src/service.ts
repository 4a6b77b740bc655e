import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { publishFor } from './chain/publish.ts'
import { registerCollections } from './collection/register.ts'
import { assetIndexerConfig } from './config.ts'
import { orderChanged } from './consumers/order.ts'
import { makeDeps } from './deps.ts'
import { statsJob, traitsJob } from './jobs/figures.ts'
import { holdersJob } from './jobs/holders.ts'
import { imageJob } from './jobs/image.ts'
import { marketJob } from './jobs/market.ts'
import { metadataJob } from './jobs/metadata.ts'
import { startLoops } from './loops.ts'
import { orders } from './replicas/order.ts'

/** The asset indexer: follows the chain, fetches metadata and pictures, serves assets, collections and activity. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: assetIndexerConfig,
  makeDeps,
  prepare: (deps, config) =>
    registerCollections(deps.db, config.CHAIN_SLUG, Number(config.START_BLOCK), config.COLLECTIONS),
  app: buildApp,
  publish: (config) => publishFor(config.CHAIN_SLUG),
  consumers: [orderChanged],
  replicas: [orders],
  jobs: [metadataJob, imageJob, marketJob, statsJob, traitsJob, holdersJob],
  loops: startLoops,
  async close(deps) {
    await deps.pictures.close()
    deps.rpc.close()
    await deps.scanDb.end()
  },
})
