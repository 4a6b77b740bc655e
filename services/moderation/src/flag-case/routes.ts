import { flaggingHttp as http } from '@talad/proto/http/moderation/flagging'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import type { Deps } from '../deps.ts'
import { ownReport, ownReports } from './my-reports.ts'
import { reportAsset } from './report-asset.ts'

const reporterOf = ({ customerId, accountId }: Actor) => customerId ?? accountId

/** The calls by which people report assets. */
export function flaggingRoutes(app: App, deps: Deps): void {
  app.route(http.requestFlagging, async ({ actor, body, attempt }) => {
    const asked = {
      reporter: reporterOf(signedIn(actor)),
      assetId: body.asset_id,
      classification: body.flag_classification,
      notes: body.flag_user_notes,
    }
    return { flagging: await ownReport(deps, await reportAsset(deps, asked, attempt)) }
  })

  app.route(http.listFlaggings, ({ actor, query }) => ownReports(deps, reporterOf(signedIn(actor)), query))
}
