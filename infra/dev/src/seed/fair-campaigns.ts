import { type FairCampaign, fairCampaigns, modelOf, phoneGift } from '@talad/demo/fair-campaigns'
import { bilingual } from '@talad/demo/token'
import { campaignAdminHttp as campaigns } from '@talad/proto/http/campaign/campaigns-admin'
import { triggerAdminHttp as triggers } from '@talad/proto/http/campaign/triggers-admin'
import type { Run } from '../run-file.ts'
import { type Call, visit } from './site.ts'

const MOST = { size: 100 }

/** Where campaigns are opened. */
type Fair = { project_id: string; blockchain: string; idOf: (slug: string) => string }

async function makeOne(
  call: Call,
  { project_id, idOf, blockchain }: Fair,
  planned: FairCampaign,
): Promise<void> {
  const { slug, name, description, perPerson, cooldown, state, minted } = planned
  const made = await call(campaigns.createCampaign, {
    body: {
      campaign: {
        project_id,
        slug,
        name: bilingual(name),
        description: `${description.th}\n\n${description.en}`,
        limit_per_user: perPerson,
        limit_per_user_cooldown: cooldown,
        internal: state === 'internal',
        ...(minted && { automint_config: { enabled: true, blockchain } }),
      },
    },
  })
  const { _id: campaign_id } = made.campaign
  const model = modelOf(planned, idOf)
  const saved = await call(campaigns.saveCampaignModel, { body: { campaign_id, model, version: 0 } })
  const { version } = saved.model
  await call(campaigns.publishCampaign, { body: { campaign_id, version } })
  if (state !== 'paused' && state !== 'ended') return
  const body = { campaign: { _id: campaign_id, [state]: true } }
  await call(campaigns.changeCampaign, { body })
}

/** Opens the campaigns of the temple fair, the first of the plan as the newest. Safe to run again. */
export async function openFairCampaigns(call: Call, at: Fair): Promise<void> {
  const { project_id } = at
  const { list } = (await call(campaigns.listCampaigns, { query: { project_id, ...MOST } })).campaigns
  const there = new Set(list.map(({ slug }) => slug))
  for (const planned of fairCampaigns.toReversed())
    if (!there.has(planned.slug)) await makeOne(call, at, planned)
}

/** Gives somebody, by the key of the gate, what waits for them until they sign in by their phone (CA-50). Safe to run again. */
export async function giveToPhone(
  run: Run,
  call: Call,
  at: { project_id: string; key: string },
): Promise<void> {
  const { project_id, key } = at
  const { list } = (await call(campaigns.listCampaigns, { query: { project_id, ...MOST } })).campaigns
  const campaignId = list.find(({ slug }) => slug === phoneGift.campaign)?._id ?? ''
  const body = { campaignId, target: { idp_link_pattern: `join:phone:${phoneGift.phone}` } }
  const about = { idempotencyKey: 'phone-gift', headers: { 'x-api-key': key } }
  await visit(run)(triggers.triggerCampaignFor, { query: {}, body }, about)
}
