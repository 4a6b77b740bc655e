import { campaignStatusHttp as http } from '@talad/proto/http/campaign/status'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'

/** What everybody may know of the service. */
export function statusRoutes(app: App, deps: Deps): void {
  app.route(http.campaignStatus, async () => ({ service: deps.service, at: deps.now().toISOString() }))
}
