import { type App, createApp } from '@talad/shared/http/app'
import type { Deps } from './deps.ts'
import { rejections } from './rejections.ts'
import { statusRoutes } from './status/routes.ts'

/** The HTTP application of moderation. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections })
  statusRoutes(app, deps)
  return app
}
