import { allows } from '@talad/proto/http/campaign/abilities'
import { campaignHttp as http } from '@talad/proto/http/campaign/campaigns'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import type { PatternRoles } from '../member/patterns.ts'
import { rolesIn } from '../member/rows.ts'
import { findAbove, findVirtual } from '../virtual/rows.ts'
import { shownOpenItem, withCid } from '../virtual/shown.ts'
import { type CampaignRow, countCampaigns, findCampaign, findGroup, listCampaigns } from './rows.ts'
import { shownOpen } from './shown.ts'

type Known = Deps & { patternRoles: Pick<PatternRoles, 'in'> }

/** CA-10: whether somebody may read it by its id or slug; what was never made live nobody else knows of. */
async function isReadable({ db, patternRoles }: Known, row: CampaignRow, actor: Actor | undefined) {
  if (row.public && row.artifacts_version > 0) return true
  if (!actor) return false
  const { accountId } = actor
  if (allows(await rolesIn(db, row.project_id, accountId), 'project.read')) return true
  return allows(await patternRoles.in(row.project_id, accountId), 'project.read')
}

/** CA-9, CA-19. */
async function projectIdOf(db: Queryable, name: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    'select id from project where id = coalesce((select project_id from project_slug where slug = $1), $1)',
    [name],
  )
  return rows[0]?.id
}

async function rewardItems(db: Queryable, { artifacts }: CampaignRow) {
  const items = []
  for (const id of new Set(artifacts.rewards.map(({ nftItemId }) => nftItemId))) {
    const item = await findVirtual(db, 'vitem', id)
    const above = item && (await findAbove(db, item.collection_id))
    if (item) items.push(shownOpenItem(await withCid(db, item, above?.payload), above))
  }
  return items
}

/** What everybody may read of campaigns. */
export function campaignRoutes(app: App, deps: Known): void {
  const { db } = deps

  app.route(http.openCampaign, async ({ query, actor }) => {
    const { id_or_slug, project, extra } = query
    const within = project === undefined ? undefined : await projectIdOf(db, project)
    const isElsewhere = project !== undefined && within === undefined
    const row = isElsewhere ? undefined : await findCampaign(db, id_or_slug, within)
    // one that is hidden looks as if it were not there
    if (!row || !(await isReadable(deps, row, actor)))
      throw new Rejection('CAMPAIGN_NOT_FOUND', { field: 'id_or_slug' })
    const linked = []
    for (const one of extra ? await findGroup(db, row.group_id) : [])
      if (one.id !== row.id && (await isReadable(deps, one, actor))) linked.push(one)
    const [campaign, ...linked_campaigns] = await shownOpen(db, [row, ...linked])
    if (!campaign) throw new Error('a campaign that was read is not shown')
    const more = extra ? { linked_campaigns, reward_items: await rewardItems(db, row) } : null
    return { campaign, extra: more } // CA-19
  })

  app.route(http.openCampaigns, async ({ query }) => {
    const asked = { projectId: query.project_id, open: true }
    const list = await listCampaigns(db, { ...asked, ...query })
    const total = query.count ? await countCampaigns(db, asked) : null
    return page(await shownOpen(db, list), query, total)
  })
}
