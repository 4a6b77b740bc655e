import { fair } from '@talad/demo/fair'
import { type FairCampaign, fairCampaigns, modelOf } from '@talad/demo/fair-campaigns'
import { bilingual } from '@talad/demo/token'
import { campaignHttp } from '@talad/proto/http/campaign/campaigns'
import { tokenHttp } from '@talad/proto/http/campaign/tokens'
import { triggerHttp } from '@talad/proto/http/campaign/triggers'
import type { z } from 'zod'
import { answer, mustBe, Refusal, type Route } from './answer.ts'
import { virtualItems } from './virtual.ts'
import { began, hex } from './world.ts'

/** The campaigns of the temple fair: who tries has all that is asked for, and gets it. */

const PROJECT = hex(24, fair.slug)
const at = new Date(began).toISOString()
const COLLECTION = hex(24, fair.collections[0].slug)
type Open = z.input<typeof campaignHttp.openCampaign.response>['campaign']
type Trigger = z.input<typeof triggerHttp.triggerCampaign.response>['trigger']

function openOf(planned: FairCampaign): Open {
  const { slug, name, description, perPerson, cooldown, state } = planned
  const { requirements, rewards } = modelOf(planned, (named) => hex(24, named))
  return {
    _id: hex(24, `campaign ${slug}`),
    project_id: PROJECT,
    slug,
    name: bilingual(name),
    description: `${description.th}\n\n${description.en}`,
    paused: state === 'paused',
    ended: state === 'ended',
    internal: state === 'internal',
    public: true,
    archived: false,
    automint_config: { enabled: false, blockchain: null },
    limit_global: null,
    left: null,
    limit_per_user: perPerson,
    limit_per_user_cooldown: cooldown,
    token_reuse: 'never',
    assets: {},
    metadata: {},
    artifacts: {
      tags: requirements.map(({ tag }) => tag),
      requirements: requirements.map((one) => ({ ...one, slotId: hex(24, `slot ${slug} ${one.tag}`) })),
      rewards: rewards.map((one) => ({ ...one, collectionId: COLLECTION })),
    },
    artifacts_version: 1,
    created: at,
    updated: at,
  }
}
const campaigns = fairCampaigns.map(openOf)

function named(name: string): Open {
  const found = campaigns.find(({ _id, slug }) => _id === name || slug === name)
  if (!found) throw new Refusal(404, 'campaign_not_found')
  return found
}

function triggerOf({ _id, artifacts }: Open, who: string, dry: boolean): Trigger {
  return {
    triggerId: hex(24, `trigger ${_id} ${who}`),
    campaignId: _id,
    projectId: PROJECT,
    accountId: hex(24, `account ${who}`),
    status: dry ? 300 : 400,
    dry,
    soft: false,
    input: {},
    output: {
      reasons: [],
      slots: artifacts.requirements.map(({ slotId, tag }) => ({
        slot_id: slotId,
        tag,
        required: true,
        state: 'met',
        token: null,
        blockchains: [],
        have: null,
        need: null,
      })),
      rewards: dry
        ? []
        : artifacts.rewards.map(({ tag, nftItemId }) => ({
            tag,
            item_id: nftItemId,
            token_id: '7',
            holding_id: hex(24, `holding ${tag}`),
          })),
      retry_at: null,
      web3_blocks: {},
      versions: { model: 1, artifacts: 1 },
    },
    created: at,
    decided: at,
    released: null,
    release_reason: null,
  }
}

export const campaignRoutes: Route[] = [
  answer(campaignHttp.openCampaign, ({ query: { id_or_slug: name } }) => {
    const campaign = named(name)
    const given = campaign.artifacts.rewards.map(({ nftItemId }) => nftItemId)
    const reward_items = virtualItems.filter(({ _id }) => given.includes(_id))
    return { campaign, extra: { linked_campaigns: [], reward_items } }
  }),
  answer(campaignHttp.openCampaigns, ({ query: { size, index } }) => ({
    list: index === 0 ? campaigns.filter(({ internal }) => !internal) : [],
    size,
    index,
    total: null,
    pages: null,
  })),
  answer(triggerHttp.triggerCampaign, ({ person, query, body }) => ({
    trigger: triggerOf(named(body.campaignId), mustBe(person), query.dry),
  })),
  answer(triggerHttp.latestTriggers, ({ person }) => {
    mustBe(person)
    return { triggers: [] }
  }),
  answer(triggerHttp.scanRequirement, ({ person, query: { size, index } }) => {
    mustBe(person)
    return { list: [], size, index, total: null, pages: null, web3_blocks: {}, unchecked: false }
  }),
  answer(tokenHttp.openVirtualToken, ({ query: { item_id, token_id } }) => ({
    token: {
      project_id: PROJECT,
      collection_id: COLLECTION,
      item_id,
      token_id: String(token_id),
      tokenIdentityId: `${item_id}:${token_id}`,
      tokenId: String(token_id),
      nfts: [],
    },
    effective: null,
    campaigns: campaigns
      .slice(0, 1)
      .map(({ _id, project_id, slug, name }) => ({ _id, project_id, slug, name, tags: [] })),
  })),
]
