import { fileURLToPath } from 'node:url'
import { type RunningService, startService } from '@talad/shared/runtime'
import { buildApp } from './app.ts'
import { ASSET_TOPIC, CHAIN_TOPIC, publishFor } from './chain/publish.ts'
import { registerCollections } from './collection/register.ts'
import type { AssetIndexerConfig } from './config.ts'
import { orderChanged } from './consumers/order.ts'
import { makeDeps } from './deps.ts'
import { startLoops } from './loops.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** Starts the asset indexer: follows the chain, fetches metadata and pictures, serves assets, collections and activity. */
export function startAssetIndexer(config: AssetIndexerConfig): Promise<RunningService> {
  return startService('asset-indexer', config, migrations, async (platform) => {
    const deps = makeDeps(platform, config)
    await registerCollections(deps.db, config.CHAIN_SLUG, Number(config.START_BLOCK), config.COLLECTIONS)
    return {
      deps,
      parts: {
        app: buildApp(deps),
        publish: publishFor(config.CHAIN_SLUG),
        topics: [CHAIN_TOPIC, ASSET_TOPIC],
        consumers: [orderChanged],
        loops: () => startLoops(deps),
        close: async () => {
          await deps.pictures.close()
          deps.rpc.close()
          await deps.scanDb.end()
        },
      },
    }
  })
}
