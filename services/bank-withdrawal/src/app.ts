import { rejections } from '@talad/proto/http/bank-withdrawal/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import { adminBankRoutes } from './admin/bank-routes.ts'
import { adminOutcomeRoutes } from './admin/outcome-routes.ts'
import { adminWithdrawalRoutes } from './admin/withdrawal-routes.ts'
import { bankRequestRoutes } from './bank-request/routes.ts'
import type { Deps } from './deps.ts'
import { withdrawalRoutes } from './withdrawal/routes.ts'

/** The HTTP application of bank-withdrawal. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections })
  bankRequestRoutes(app, deps)
  withdrawalRoutes(app, deps)
  adminBankRoutes(app, deps)
  adminWithdrawalRoutes(app, deps)
  adminOutcomeRoutes(app, deps)
  return app
}
