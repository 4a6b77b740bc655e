import { campaignAdminHttp as http } from '@talad/proto/http/campaign/campaigns-admin'
import type { Queryable } from '@talad/shared/db'
import type { DecisionCall } from '@talad/shared/decision'
import type { App } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { makeAssets, urlsOf } from '../virtual/assets.ts'
import { findVirtual } from '../virtual/rows.ts'
import {
  addPictures,
  type Call,
  changeCampaign,
  createCampaign,
  deleteCampaign,
  publishModel,
  requireCampaign,
  saveModel,
  wholeOf,
} from './change.ts'
import type { GivenTerms } from './decide.ts'
import { type CampaignRow, countCampaigns, findModel, listCampaigns } from './rows.ts'
import { differenceOf, shown } from './shown.ts'

type Named = {
  limit_global: 'limitGlobal'
  limit_per_user: 'limitPerUser'
  limit_per_user_cooldown: 'cooldownSeconds'
  token_reuse: 'tokenReuse'
  automint_config: 'automint'
}
type Sent = {
  [Name in Exclude<keyof GivenTerms, Named[keyof Named]>]?: GivenTerms[Name] | undefined
} & { [Name in keyof Named]?: GivenTerms[Named[Name]] | undefined }

/** What was sent, without what wasn't. */
function givenOf(sent: Sent): Partial<GivenTerms> {
  const { limit_global, limit_per_user, limit_per_user_cooldown, token_reuse, automint_config, ...rest } =
    sent
  const given = Object.entries({
    ...rest,
    limitGlobal: limit_global,
    limitPerUser: limit_per_user,
    cooldownSeconds: limit_per_user_cooldown,
    tokenReuse: token_reuse,
    automint: automint_config,
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<GivenTerms>
}

type Sender = Omit<DecisionCall, 'actor'> & {
  actor: Actor | undefined
  request: { apiKey?: { id: string } | undefined }
}

/** CA-6: a member of the project, or one of its keys. */
function byCaller({ actor, attempt, request }: Sender): Call {
  const { apiKey } = request
  if (actor) return { actor, attempt, request, by: actor.accountId }
  if (!apiKey) throw new Rejection('UNAUTHORIZED')
  return { actor: { apiKey: apiKey.id }, attempt, request, by: `key:${apiKey.id}` }
}

async function answer(row: CampaignRow, db: Queryable) {
  const [campaign] = await shown(db, [row])
  if (!campaign) throw new Error('a campaign that was read is not shown')
  return { campaign }
}

/** CA-16: a draft, and what making it live would change. */
async function modelAnswer(row: CampaignRow, db: Queryable) {
  const { version = 0, model = {} } = (await findModel(db, row.id)) ?? {}
  return {
    model: { _id: row.id, campaign_id: row.id, model, version },
    difference: differenceOf(row, version === 0 ? row.artifacts : model),
  }
}

/** CA-10 to CA-20: campaigns as their project makes them; refusals by the rows of rejections.ts. */
export function campaignAdminRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.countCampaigns, async ({ query: { project_id: projectId } }) => ({
    count: Number(await countCampaigns(db, { projectId, open: false })),
  }))

  app.route(http.listCampaigns, async ({ query }) => {
    const asked = { projectId: query.project_id, open: false }
    const list = await shown(db, await listCampaigns(db, { ...asked, ...query }))
    const total = query.count ? await countCampaigns(db, asked) : null
    return { campaigns: page(list, query, total) }
  })

  app.route(http.getCampaign, async ({ query: { _id } }) => answer(await requireCampaign(db, _id), db))

  app.route(http.createCampaign, (call) => {
    const { project_id: projectId, linked_campaigns: linked, ...sent } = call.body.campaign
    return createCampaign(deps, byCaller(call), { projectId, terms: wholeOf(givenOf(sent)), linked }, answer)
  })

  app.route(http.createMinterCampaign, async (call) => {
    const { project_id: projectId, setting, requirements } = call.body
    const { nft_item_id: nftItemId } = setting.target
    const name = (await findVirtual(db, 'vitem', nftItemId, projectId))?.name ?? nftItemId
    const terms = wholeOf({ slug: `minter_${call.attempt.id}`, name, internal: true })
    const model = { requirements, rewards: [{ type: 'vnft', tag: 'reward', nftItemId }] }
    return createCampaign(deps, byCaller(call), { projectId, terms, model }, answer) // CA-18
  })

  app.route(http.changeCampaign, (call) => {
    const { _id: id, updated, linked_campaigns: linked, ...sent } = call.body.campaign
    const what = { id, updated, linked, partial: call.query.partial, given: givenOf(sent) }
    return changeCampaign(deps, byCaller(call), what, answer)
  })

  app.route(http.deleteCampaign, (call) => deleteCampaign(deps, byCaller(call), call.query._id))

  app.route(http.getCampaignModel, async ({ query: { campaign_id: id } }) =>
    modelAnswer(await requireCampaign(db, id), db),
  )

  app.route(http.saveCampaignModel, (call) => {
    const { campaign_id: id, model, version } = call.body
    return saveModel(deps, byCaller(call), { id, model, version }, modelAnswer)
  })

  app.route(http.publishCampaign, (call) => {
    const { campaign_id: id, version } = call.body
    return publishModel(deps, byCaller(call), { id, version }, answer)
  })

  app.route(http.uploadCampaignAssets, async (call) => {
    const by = byCaller(call)
    const made = await makeAssets(deps, call.body)
    const what = { id: call.body._id, made }
    return addPictures(deps, by, what, async (row, tx) => ({
      ...(await answer(row, tx)),
      urls: urlsOf(deps, made),
    }))
  })
}
