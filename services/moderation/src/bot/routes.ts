import { flaggingInternalHttp as http } from '@talad/proto/http/moderation/flagging-internal'
import type { App } from '@talad/shared/http/app'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { reportByBot } from './report.ts'

/** MO-15: bots of other services report by their rules. */
export function botRoutes(app: App, deps: Deps): void {
  app.route(http.reportByBot, async ({ body }) => {
    const { asset_id: assetId, metadata_hash: metadataHash, rule, confidence, evidence } = body
    const found = { assetId, metadataHash, rule, confidence, evidence }
    return { reported: await transact(deps, (tx) => reportByBot(tx, found, deps.now())) }
  })
}
