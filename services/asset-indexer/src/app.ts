import { newestSuspension } from '@talad/market/suspensions'
import { rejections } from '@talad/proto/http/asset-indexer/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import { activityRoutes } from './activity/routes.ts'
import { facetRoutes } from './asset/facet-routes.ts'
import { assetRoutes } from './asset/routes.ts'
import { abstractAdminRoutes } from './collection/abstract-routes.ts'
import { collectionAdminRoutes } from './collection/admin-routes.ts'
import { contractNameRoutes } from './collection/names.ts'
import { collectionRoutes } from './collection/routes.ts'
import { traitAdminRoutes } from './collection/trait-routes.ts'
import type { Deps } from './deps.ts'
import { healthRoutes } from './health/routes.ts'
import { tellSlow } from './health/slow-blocks.ts'
import { historyRoutes } from './history/routes.ts'
import { heldRoutes } from './holder/held.ts'
import { mediaRoutes } from './media/routes.ts'
import { pictureRoutes } from './picture/routes.ts'
import { suspensionPreviewRoutes } from './suspension/preview-routes.ts'
import { syncAdminRoutes } from './sync/admin-routes.ts'
import { syncRoutes } from './sync/routes.ts'
import { walletRoutes } from './wallet/routes.ts'

async function checkChain(deps: Deps): Promise<void> {
  const answered = await deps.rpc.chainId()
  if (answered !== deps.config.CHAIN_ID) throw new Error(`the node is of chain ${answered}`)
}

/** The asset indexer's HTTP application. */
export function buildApp(deps: Deps): App {
  const app = createApp({
    ...deps,
    rejections,
    ready: { chain: () => checkChain(deps) },
    warnings: { slow_block: () => tellSlow(deps.db, deps.now()) },
    newest: { suspensions: () => newestSuspension(deps.db) },
  })
  assetRoutes(app, deps)
  facetRoutes(app, deps)
  collectionRoutes(app, deps)
  activityRoutes(app, deps)
  historyRoutes(app, deps)
  syncRoutes(app, deps)
  syncAdminRoutes(app, deps)
  healthRoutes(app, deps)
  collectionAdminRoutes(app, deps)
  contractNameRoutes(app, deps)
  traitAdminRoutes(app, deps)
  abstractAdminRoutes(app, deps)
  mediaRoutes(app, deps)
  walletRoutes(app, deps)
  heldRoutes(app, deps)
  suspensionPreviewRoutes(app, deps)
  pictureRoutes(app, deps)
  return app
}
