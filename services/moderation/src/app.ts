import { rejections } from '@talad/proto/http/moderation/rejections'
import { findList } from '@talad/shared/blacklist/store'
import { type App, createApp } from '@talad/shared/http/app'
import { assessmentAdminRoutes } from './assessment/admin-routes.ts'
import { assessmentRoutes } from './assessment/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { botRoutes } from './bot/routes.ts'
import { customerRoutes } from './customer/routes.ts'
import { declarationRoutes } from './declaration/routes.ts'
import type { Deps } from './deps.ts'
import { entrypointRoutes } from './entrypoint/routes.ts'
import { feeRoutes } from './fee/routes.ts'
import { flagCaseRoutes } from './flag-case/admin-routes.ts'
import { flaggingRoutes } from './flag-case/routes.ts'
import { issuerFeeRoutes } from './issuer/fee-routes.ts'
import { issuerRoutes } from './issuer/routes.ts'
import { permissionRoutes } from './permission/routes.ts'
import { suspensionRoutes } from './suspension/routes.ts'

/** The HTTP application of moderation. */
export function buildApp(deps: Deps): App {
  const newest = { blacklist: async () => (await findList(deps.db))?.readAt ?? undefined }
  const app = createApp({ ...deps, rejections, ...(deps.blacklistUrl !== undefined && { newest }) })
  permissionRoutes(app, deps)
  auditRoutes(app, deps)
  customerRoutes(app, deps)
  flaggingRoutes(app, deps)
  botRoutes(app, deps)
  assessmentRoutes(app, deps)
  assessmentAdminRoutes(app, deps)
  flagCaseRoutes(app, deps)
  suspensionRoutes(app, deps)
  issuerRoutes(app, deps)
  feeRoutes(app, deps)
  issuerFeeRoutes(app, deps)
  declarationRoutes(app, deps)
  entrypointRoutes(app, deps)
  return app
}
