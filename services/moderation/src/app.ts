import { type App, createApp } from '@talad/shared/http/app'
import { auditRoutes } from './audit/routes.ts'
import type { Deps } from './deps.ts'
import { permissionRoutes } from './permission/routes.ts'
import { rejections } from './rejections.ts'
import { suspensionRoutes } from './suspension/routes.ts'

/** The HTTP application of moderation. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections })
  permissionRoutes(app, deps)
  auditRoutes(app, deps)
  suspensionRoutes(app, deps)
  return app
}
