import { fair } from '@talad/demo/fair'
import type { fairCampaigns } from '@talad/demo/fair-campaigns'
import { campaignHttp } from '@talad/proto/http/campaign/campaigns'
import { triggerHttp } from '@talad/proto/http/campaign/triggers'
import type { z } from 'zod'
import { buyer, type Scene, type Step, visitor } from '../scene.ts'
import {
  all,
  answered,
  at,
  changed,
  click,
  failing,
  fill,
  first,
  hung,
  inDialog,
  inMain,
  refused,
  the,
} from '../steps.ts'

const { openCampaign, openCampaigns } = campaignHttp
const { triggerCampaign, getTrigger, latestTriggers, scanRequirement } = triggerHttp
type Trigger = z.input<typeof triggerCampaign.response>['trigger']
type Slot = Trigger['output']['slots'][number]
type Reason = Trigger['output']['reasons'][number]

const project = `/projects/${fair.slug}`
const campaignAt = (slug: (typeof fairCampaigns)[number]['slug']) => at(`${project}/campaigns/${slug}`)
const retry = inMain(the.button('common.retry'))
const go = the.button('claim.go')
/** A minute at which something is otherwise. */
const SOON = new Date('2027-01-15T09:30:00Z').toISOString()
const ID = 'ab'.repeat(12)

/** What the site would say of a claim, with some of it otherwise. */
const said = (status: Trigger['status'], output: Partial<Trigger['output']> = {}): { trigger: Trigger } => ({
  trigger: {
    triggerId: ID,
    campaignId: ID,
    projectId: ID,
    accountId: ID,
    status,
    dry: false,
    soft: false,
    input: {},
    output: {
      reasons: [],
      slots: [],
      rewards: [],
      retry_at: null,
      web3_blocks: {},
      versions: { model: 1, artifacts: 1 },
      ...output,
    },
    created: SOON,
    decided: status === 100 ? null : SOON,
    released: null,
    release_reason: null,
  },
})
const reason = (code: string, about: Partial<Reason> = {}): Reason => ({
  code,
  tag: null,
  retry_at: null,
  used: null,
  limit: null,
  ...about,
})
/** All that may be against a claim, at once. */
const allReasons: Reason[] = [
  reason('limit_global', { used: 100, limit: 100 }),
  reason('limit_per_user', { used: 1, limit: 1 }),
  reason('cooldown', { retry_at: SOON }),
  reason('coupon_exhausted'),
  reason('requirement_unmet', { tag: 'stamp_1' }),
  reason('requirement_unchecked', { tag: 'stamp_2', retry_at: SOON }),
  reason('token_not_owned', { tag: 'stamp_3' }),
  reason('token_used', { tag: 'stamp_1', retry_at: SOON }),
  reason('token_suspended', { tag: 'stamp_2' }),
  reason('supply_exhausted', { tag: 'reward' }),
]
const dry = (output: Partial<Trigger['output']> = {}, status: Trigger['status'] = 300): Step =>
  answered(triggerCampaign, () => said(status, output))

/** How the slots of the first campaign stand, of which the site says the first as it is. */
const standing = (...states: Partial<Slot>[]): Step =>
  changed(triggerCampaign, ({ trigger }) => ({
    trigger: {
      ...trigger,
      output: {
        ...trigger.output,
        reasons: [
          reason('requirement_unchecked', { tag: 'stamp_2', retry_at: SOON }),
          reason('token_used', { tag: 'stamp_3', retry_at: SOON }),
        ],
        slots: trigger.output.slots.map((slot, index) => ({ ...slot, ...states[index] })),
      },
    },
  }))

const scanned = answered(scanRequirement, () => ({
  list: (['usable', 'usable', 'used', 'suspended', 'minting', 'unchecked'] as const).map((state, index) => ({
    nft: null,
    vnft: { collection_id: ID, item_id: ID, token_id: String(index + 3) },
    standard: 'VIRTUAL' as const,
    state,
    used: state === 'used',
    retry_at: state === 'used' ? SOON : null,
  })),
  size: 100,
  index: 0,
  total: null,
  pages: null,
  web3_blocks: {},
  unchecked: true,
}))
const takenBack = { released: SOON, release_reason: 'งานเลื่อนไปวันเสาร์ รับใหม่ได้ที่หน้างาน' }
const won = said(400, {
  rewards: [{ tag: 'reward', item_id: ID, token_id: '7', holding_id: ID }],
})
/** Tries answer yes, and the claim this. */
const pressed = (
  answer: { trigger: Trigger },
  slug: Parameters<typeof campaignAt>[0] = 'daily_visit',
): Step =>
  all(
    dry(),
    campaignAt(slug),
    go,
    answered(triggerCampaign, () => answer),
    click(go),
  )
const withCode = changed(openCampaign, (answer) => ({
  ...answer,
  campaign: { ...answer.campaign, metadata: { coupon: { pool_name: 'noodles' } } },
}))
const otherwise = (edit: Partial<z.input<typeof openCampaign.response>['campaign']>): Step =>
  changed(openCampaign, (answer) => ({ ...answer, campaign: { ...answer.campaign, ...edit } }))
/** Alternatives, numbers and traits, which the fair asks for nowhere. */
const manyWays = changed(openCampaign, (answer) => {
  const { artifacts } = answer.campaign
  const [one, two, three] = artifacts.requirements
  if (!one || !two || !three) return answer
  const group = (alternative: string) => ({ group: { id: 'way', alternative } })
  return {
    ...answer,
    campaign: {
      ...answer.campaign,
      artifacts: {
        ...artifacts,
        requirements: [
          { ...one, ...group('a'), tokenRanges: [['1', '100']] },
          { ...two, ...group('a'), tokenId: '7' },
          {
            ...three,
            ...group('b'),
            traitCondition: { trait: 'กระดาษ · Paper', op: 'eq', value: 'กระดาษสา · Mulberry' },
          },
          { ...three, ...group('b') },
        ],
      },
    },
  }
})

/** Campaigns, as who has nothing and who has something sees them. */
export const campaignScenes: readonly Scene[] = [
  visitor('campaign.list', at(project), the.heading('campaign.list')),
  visitor('campaign.list-failed', failing(openCampaigns), at(project), retry),
  visitor('campaign.signed-out', campaignAt('golden_night'), the.link('claim.signIn')),
  visitor('campaign.ways', manyWays, campaignAt('golden_night'), the.group('campaign.either')),
  visitor('campaign.paused', campaignAt('rainy_evening'), the.text('campaign.pausedText')),
  visitor('campaign.ended', campaignAt('early_birds'), the.text('campaign.endedText')),
  visitor('campaign.internal', campaignAt('gate_gift'), the.text('campaign.internalText')),
  visitor(
    'campaign.hidden',
    otherwise({ public: false }),
    campaignAt('daily_visit'),
    the.text('campaign.hiddenText'),
  ),
  visitor(
    'campaign.draft',
    otherwise({ artifacts_version: 0 }),
    campaignAt('daily_visit'),
    the.text('campaign.draftText'),
  ),
  visitor('campaign.loading', hung(openCampaign), campaignAt('golden_night'), the.banner()),
  visitor('campaign.failed', failing(openCampaign), campaignAt('golden_night'), retry),
  visitor('campaign.gone', at(`${project}/campaigns/no_such_campaign`), inMain(the.alert())),

  buyer('campaign.lacking', campaignAt('golden_night'), first(the.text('slot.have'))),
  buyer(
    'campaign.standing',
    standing({}, { state: 'unchecked' }, { state: 'have', have: 0, need: 1 }),
    campaignAt('golden_night'),
    first(the.text('slot.uncheckedAt')),
  ),
  buyer(
    'campaign.connect',
    standing({}, { state: 'connect', blockchains: ['kub'] }, {}),
    campaignAt('golden_night'),
    the.text('slot.connect'),
  ),
  buyer('campaign.ready', campaignAt('ride_stamp'), go),
  buyer(
    'campaign.blocked',
    dry({ reasons: allReasons.slice(0, 3) }, 201),
    campaignAt('daily_visit'),
    the.text('refused.cooldownAt'),
  ),
  buyer('campaign.checking', hung(triggerCampaign), campaignAt('daily_visit'), first(the.button())),
  buyer('campaign.check-failed', failing(triggerCampaign), campaignAt('daily_visit'), retry),
  buyer('campaign.code', withCode, campaignAt('daily_visit'), the.button('claim.codeFirst')),
  buyer(
    'campaign.code-refused',
    ...[withCode, dry(), campaignAt('daily_visit'), fill(the.textbox('claim.code'), 'NOODLE26')],
    answered(triggerCampaign, () => said(201, { reasons: [reason('coupon_not_found')] })),
    ...[click(go), the.text('refused.codeUnknown')],
  ),
  buyer(
    'campaign.pick',
    scanned,
    campaignAt('ride_stamp'),
    click(the.button('slot.change')),
    inDialog(the.text('pick.unsure')),
  ),
  buyer(
    'campaign.pick-none',
    answered(scanRequirement, () => ({
      list: [],
      size: 100,
      index: 0,
      total: null,
      pages: null,
      web3_blocks: {},
      unchecked: false,
    })),
    ...[campaignAt('ride_stamp'), click(the.button('slot.change')), inDialog(the.text('pick.none'))],
  ),
  buyer(
    'campaign.claiming',
    answered(getTrigger, () => said(100)),
    pressed(said(100)),
    the.text('claim.goingText'),
  ),
  buyer('campaign.won', pressed(won), the.text('claim.won')),
  buyer('campaign.refused', pressed(said(201, { reasons: allReasons }), 'golden_night'), inMain(the.alert())),
  buyer(
    'campaign.gone-first',
    pressed(said(202, { reasons: [reason('supply_exhausted', { tag: 'reward' })] })),
    the.text('claim.gone'),
  ),
  buyer('campaign.fault', pressed(said(200, { retry_at: SOON })), the.text('claim.faultAt')),
  buyer(
    'campaign.in-progress',
    ...[dry(), campaignAt('daily_visit'), go, refused(triggerCampaign, 409, 'trigger_in_progress')],
    ...[click(go), inMain(the.alert())],
  ),
  buyer(
    'campaign.unheard',
    ...[dry(), campaignAt('daily_visit'), go, refused(triggerCampaign, 503, 'unavailable')],
    ...[click(go), the.text('claim.unheard')],
  ),
  buyer(
    'campaign.claimed-before',
    answered(latestTriggers, () => ({ triggers: [won.trigger] })),
    ...[campaignAt('daily_visit'), the.text('claim.before')],
  ),
  buyer(
    'campaign.taken-back',
    answered(latestTriggers, () => ({ triggers: [{ ...won.trigger, ...takenBack }] })),
    ...[campaignAt('daily_visit'), the.text('claim.takenReason')],
  ),
  buyer(
    'campaign.scan',
    ...[withCode, campaignAt('daily_visit'), click(the.button('scan.open'))],
    inDialog(the.heading('scan.title')),
  ),
]
