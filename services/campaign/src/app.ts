import { rejections } from '@talad/proto/http/campaign/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import type { Deps } from './deps.ts'
import { statusRoutes } from './status/routes.ts'

/** The HTTP application of campaign. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections })
  statusRoutes(app, deps)
  return app
}
