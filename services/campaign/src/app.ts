import { rejections } from '@talad/proto/http/campaign/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import { apiKeyRoutes } from './api-key/routes.ts'
import { appUserRoutes } from './app-user/routes.ts'
import { callersOf } from './callers/callers.ts'
import { campaignAdminRoutes } from './campaign/admin-routes.ts'
import { campaignRoutes } from './campaign/routes.ts'
import { contractRoutes } from './contract/routes.ts'
import { couponPoolRoutes } from './coupon/pool-routes.ts'
import { couponRoutes } from './coupon/routes.ts'
import type { Deps } from './deps.ts'
import { holdingRoutes } from './holding/routes.ts'
import { tellPaused } from './lane/lanes.ts'
import { makePatternRoles } from './member/patterns.ts'
import { memberRoutes } from './member/routes.ts'
import { metadataRoutes } from './mint/metadata.ts'
import { ownMintRoutes } from './mint/own-routes.ts'
import { mintRoutes } from './mint/routes.ts'
import { privilegeAdminRoutes } from './privilege/admin-routes.ts'
import { privilegeRoutes } from './privilege/routes.ts'
import { projectRoutes } from './project/routes.ts'
import { reachRoutes } from './reach/routes.ts'
import { refuseDuplicateKeys } from './strict-json.ts'
import { tokenRoutes } from './token/routes.ts'
import { triggerRoutes } from './trigger/routes.ts'
import { collectionAdminRoutes, itemAdminRoutes } from './virtual/admin-routes.ts'
import { virtualRoutes } from './virtual/routes.ts'
import { walletNftRoutes } from './wallet-nfts/routes.ts'

/** The HTTP application of campaign. */
export function buildApp(deps: Deps): App {
  const patternRoles = makePatternRoles({ ...deps, texts: deps.patternTexts })
  const callers = callersOf({ ...deps, patternRoles })
  const app = createApp({
    ...deps,
    rejections,
    callers,
    warnings: { paused_lanes: () => tellPaused(deps.db) },
  })
  refuseDuplicateKeys(app)
  projectRoutes(app, { ...deps, patternRoles })
  memberRoutes(app, deps)
  appUserRoutes(app, deps)
  collectionAdminRoutes(app, deps)
  itemAdminRoutes(app, deps)
  virtualRoutes(app, deps)
  contractRoutes(app, deps)
  mintRoutes(app, deps)
  ownMintRoutes(app, deps)
  holdingRoutes(app, deps)
  metadataRoutes(app, deps)
  apiKeyRoutes(app, deps)
  walletNftRoutes(app, deps)
  tokenRoutes(app, deps)
  triggerRoutes(app, { ...deps, patternRoles })
  campaignAdminRoutes(app, deps)
  reachRoutes(app, deps)
  campaignRoutes(app, { ...deps, patternRoles })
  couponPoolRoutes(app, deps)
  couponRoutes(app, { ...deps, callers })
  privilegeAdminRoutes(app, deps)
  privilegeRoutes(app, deps)
  return app
}
