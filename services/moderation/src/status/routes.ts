import { moderationHttp as http } from '@talad/proto/http/moderation'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'

/** What everybody may know of the service. */
export function statusRoutes(app: App, deps: Deps): void {
  app.route(http.moderationStatus, async () => ({ service: deps.service, at: deps.now().toISOString() }))
}
