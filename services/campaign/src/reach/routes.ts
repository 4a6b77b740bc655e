import { campaignAdminHttp as http } from '@talad/proto/http/campaign/campaigns-admin'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { requireCampaign } from '../campaign/change.ts'
import { savedRequirements } from '../campaign/live.ts'
import { findModel } from '../campaign/rows.ts'
import type { Deps } from '../deps.ts'
import { slotsOf } from '../requirement/slots.ts'
import { definitionsOf } from '../trigger/definition.ts'
import { reachOf } from './reach.ts'

/** How many accounts have what a campaign asks for, before it is live and after. */
export function reachRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.getCampaignReach, async ({ query: { campaign_id: id, of, cs = '' } }) => {
    const row = await requireCampaign(db, id)
    const draft = of === 'draft' ? await findModel(db, id) : undefined
    const version = draft?.version ?? row.published_model
    const requirements = savedRequirements((draft?.model ?? row.artifacts).requirements)
    const definition = (await definitionsOf(db, [id])).get(id)
    if (!definition) throw new Rejection('CAMPAIGN_NOT_FOUND', { field: 'campaign_id' })
    const asked = { definition: { ...definition, slots: slotsOf(requirements) }, after: cs, now: deps.now() }
    const { to: nextCursor, ...reach } = await reachOf(db, deps, asked)
    return { version, ...reach, nextCursor }
  })
}
