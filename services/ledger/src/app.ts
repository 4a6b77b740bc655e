import { rejections } from '@talad/proto/http/ledger/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import { booksRoutes } from './books/routes.ts'
import type { Deps } from './deps.ts'
import { reportRoutes } from './reports/routes.ts'
import { transferRoutes } from './transfer/routes.ts'

/** The ledger's HTTP application. */
export function buildApp(deps: Deps): App {
  const app = createApp({
    ...deps,
    rejections,
  })
  transferRoutes(app, deps)
  booksRoutes(app, deps)
  reportRoutes(app, deps)
  return app
}
