import { allows } from '@talad/proto/http/campaign/abilities'
import { triggerHttp as http } from '@talad/proto/http/campaign/triggers'
import { triggerAdminHttp as adminHttp } from '@talad/proto/http/campaign/triggers-admin'
import { parsePattern } from '@talad/proto/http/identity/verified-fields'
import { type App, idempotencyKey, signedIn } from '@talad/shared/http/app'
import { page, pageOf } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { accountOfAppUser, appUsersOf } from '../app-user/rows.ts'
import type { Deps } from '../deps.ts'
import type { PatternRoles } from '../member/patterns.ts'
import { rolesIn } from '../member/rows.ts'
import { clearUser } from './clear.ts'
import { press, requireDefinition } from './press.ts'
import { releaseTrigger } from './release.ts'
import { findTrigger, latestTriggers, listTriggers, type TriggerRow } from './rows.ts'
import { explainSlots, scanOwnSlot, scanSlot } from './scan.ts'
import { shownTrigger } from './shown.ts'

type Target = {
  app_user_id?: string | undefined
  account_id?: string | undefined
  idp_link_pattern?: string | undefined
}

/** CA-38: for whom others trigger. @throws Rejection TARGET_UNCLEAR, ACCOUNT_UNKNOWN, APP_USER_UNKNOWN, UNAVAILABLE */
async function accountOf(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  projectId: string,
  target: Target,
): Promise<string> {
  const { app_user_id, account_id, idp_link_pattern } = target
  const named = [app_user_id, account_id, idp_link_pattern].filter((one) => one !== undefined)
  if (named.length !== 1) throw new Rejection('TARGET_UNCLEAR', { field: 'target' })
  if (app_user_id !== undefined) {
    const account = await accountOfAppUser(db, projectId, app_user_id)
    if (account === undefined) throw new Rejection('APP_USER_UNKNOWN', { field: 'target.app_user_id' }) // ID-41
    return account
  }
  if (account_id === undefined) {
    const pattern = parsePattern(idp_link_pattern ?? '')
    const meant = pattern && (await identity.meant(pattern))
    if (meant === undefined) throw new Rejection('TARGET_UNCLEAR', { field: 'target.idp_link_pattern' }) // CA-3
    return meant
  }
  const living = await identity.living(account_id)
  if (living === undefined) throw new Rejection('ACCOUNT_UNKNOWN', { field: 'target.account_id' })
  return living
}

/** CA-34: what is written down is answered, whatever comes of it. */
const answer = (row: TriggerRow) => ({ trigger: shownTrigger(row) })
const notFound = () => new Rejection('TRIGGER_NOT_FOUND', { field: 'triggerId' })

/** CA-31 to CA-45; refusals by the rows of rejections.ts. */
export function triggerRoutes(app: App, deps: Deps & { patternRoles: PatternRoles }): void {
  const { db, patternRoles } = deps

  /** ID-41: triggers of one project, as it sees them. */
  async function toProject(rows: readonly TriggerRow[]) {
    const [first] = rows
    const accountIds = rows.map(({ account_id }) => account_id)
    const appUsers = first && (await appUsersOf(db, first.project_id, accountIds, deps.now()))
    return rows.map((row) => ({
      ...shownTrigger(row),
      projectId: row.project_id,
      appUserId: appUsers?.get(row.account_id) ?? '',
    }))
  }
  async function answerToProject(row: TriggerRow) {
    const [trigger] = await toProject([row])
    if (!trigger) throw new Error('a trigger is not shown')
    return { trigger }
  }

  app.route(http.triggerCampaign, async ({ query, body, actor, request }) => {
    const { accountId } = signedIn(actor)
    const { campaignId, input, target } = body
    const other =
      target && Object.entries(target).find(([field, who]) => field !== 'account_id' || who !== accountId)
    if (other) throw new Rejection('TARGET_FORBIDDEN', { field: `target.${other[0]}` }) // CA-38
    const askedBy = `user:${accountId}`
    const asked = { campaignId, accountId, askedBy, caller: 'user' as const, input, target: null }
    return answer(await press(deps, { ...asked, ...query, key: idempotencyKey(request) }))
  })

  app.route(http.getTrigger, async ({ query, actor }) => {
    const row = await findTrigger(db, query.triggerId)
    if (row?.account_id !== signedIn(actor).accountId) throw notFound()
    return answer(row)
  })

  app.route(http.listOwnTriggers, async ({ query, actor }) => {
    const which = {
      accountId: signedIn(actor).accountId,
      campaignId: query.campaign_id,
      status: query.status,
    }
    const { list, total } = await listTriggers(db, which, { ...pageOf(query), count: query.count })
    return page(list.map(shownTrigger), query, total)
  })

  app.route(http.latestTriggers, async ({ query, actor }) => {
    const rows = await latestTriggers(db, signedIn(actor).accountId, query.campaign_ids)
    return { triggers: rows.map(shownTrigger) }
  })

  app.route(http.scanRequirement, ({ query, actor }) => scanOwnSlot(deps, signedIn(actor).accountId, query))

  app.route(http.clearUserData, async ({ query }) => ({ triggers: await clearUser(deps, query.account_id) }))

  /** CA-36, CA-38: who may not mint only tries it out. */
  async function mayGive(accountId: string, campaignId: string): Promise<boolean> {
    const { projectId } = await requireDefinition(deps, campaignId)
    if (allows(await rolesIn(db, projectId, accountId), 'project.mint')) return true
    return allows(await patternRoles.in(projectId, accountId), 'project.mint')
  }

  app.route(
    adminHttp.triggerCampaignFor,
    async ({ query: { of, ...query }, body, actor, isTest, request }) => {
      const { campaignId, input, target } = body
      if (isTest && !query.dry) throw new Rejection('TEST_KEY') // CA-6
      if (actor && !query.dry && !(await mayGive(actor.accountId, campaignId)))
        throw new Rejection('TRIGGER_FORBIDDEN')
      const { projectId } = await requireDefinition(deps, campaignId)
      const accountId = await accountOf(deps, projectId, target)
      const askedBy = actor ? `member:${actor.accountId}` : (request.caller ?? '')
      const caller = actor ? ('member' as const) : ('machine' as const)
      const asked = {
        campaignId,
        accountId,
        named: target.account_id,
        askedBy,
        caller,
        input,
        target: { account_id: accountId },
      }
      const draft = of === 'draft'
      return answerToProject(await press(deps, { ...asked, ...query, draft, key: idempotencyKey(request) }))
    },
  )

  app.route(adminHttp.explainRequirement, async ({ query }) => {
    const { account_id, campaign_id } = query
    const accountId = await deps.identity.living(account_id)
    if (accountId === undefined) throw new Rejection('ACCOUNT_UNKNOWN', { field: 'account_id' })
    return explainSlots(deps, accountId, campaign_id, query.of === 'draft')
  })

  app.route(adminHttp.scanRequirementOf, async ({ query }) => {
    const definition = await requireDefinition(deps, query.campaign_id)
    return scanSlot(deps, await accountOf(deps, definition.projectId, query), definition, query)
  })

  app.route(adminHttp.latestTriggersOf, async ({ query: { project_id, campaign_ids, ...target } }) => {
    const rows = await latestTriggers(db, await accountOf(deps, project_id, target), campaign_ids)
    return { triggers: await toProject(rows.filter((row) => row.project_id === project_id)) }
  })

  app.route(adminHttp.getTriggerOf, async ({ query }) => {
    const row = await findTrigger(db, query.triggerId)
    if (!row) throw notFound()
    return answerToProject(row)
  })

  app.route(adminHttp.listTriggers, async ({ query }) => {
    const { project_id: projectId, account_id: accountId, campaign_id: campaignId, ...more } = query
    const which = { projectId, accountId, campaignId, ...more }
    const { list, total } = await listTriggers(db, which, { ...pageOf(query), count: query.count })
    return { triggers: page(await toProject(list), query, total) }
  })

  app.route(adminHttp.releaseTrigger, (call) => {
    const { triggerId: id, reason: note } = call.body
    const by = signedIn(call.actor).accountId
    return releaseTrigger(deps, call, { id, by, note })
  })
}
