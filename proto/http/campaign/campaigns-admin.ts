import { z } from 'zod'
import { MEDIA_MAX_BYTES } from '../asset-indexer/media-admin.ts'
import { counted, isoTime, objectId, page, sizeAndIndex } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { campaign, campaignModel, campaignTerms, difference, reach, sentModel } from './campaign-shapes.ts'
import { partial } from './virtual-shapes.ts'

const service = 'campaign'
/** CA-6: programs do what their makers may */
const read = { kind: 'project', ability: 'project.read', scope: 'campaign.read' } as const
const write = { kind: 'project', ability: 'project.write', scope: 'campaign.write' } as const
const path = `${base.platformAdmin}/campaign`

const project_id = objectId.describe('id of the project')
const campaign_id = objectId.describe('id of the campaign')
const one = z.strictObject({ _id: objectId.describe('its id') })
const answer = z.object({ campaign: campaign.describe('the campaign as it is now') })
const refusals = [
  'validation',
  'campaign_invalid',
  'slug_taken',
  'project_archived',
  'link_unknown',
  'too_many_links',
  'token_used_twice',
]
const picture = z
  .file()
  .min(1)
  .max(MEDIA_MAX_BYTES)
  .optional()
  .describe(
    'JPEG, PNG, WebP, AVIF or TIFF of at most 10,000,000 bytes; only the picture itself is kept (CA-20)',
  )
/** A model, and what stands around it. */
const LARGEST_MODEL = 270_000

export const campaignAdminHttp = {
  countCampaigns: endpoint({
    name: 'countCampaigns',
    service,
    method: 'GET',
    path: `${path}/count`,
    auth: read,
    summary: 'How many campaigns a project has',
    query: z.strictObject({ project_id }),
    status: 200,
    response: z.object({ count: z.int().describe('how many there are') }),
    errors: ['validation'],
  }),
  listCampaigns: endpoint({
    name: 'listCampaigns',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth: read,
    summary: 'The campaigns of a project, newest first (GW-18)',
    query: z.strictObject({ project_id, ...sizeAndIndex, count: counted }),
    status: 200,
    response: z.object({ campaigns: page(campaign).describe('one page of the campaigns') }),
    errors: ['validation'],
  }),
  getCampaign: endpoint({
    name: 'getCampaign',
    service,
    method: 'GET',
    path,
    auth: read,
    summary: 'A campaign with what is live of it',
    query: one,
    status: 200,
    response: answer,
    errors: ['validation', 'campaign_not_found'],
  }),
  createCampaign: endpoint({
    name: 'createCampaign',
    service,
    method: 'POST',
    path,
    auth: write,
    summary: 'Make a campaign; it gives nothing until a model of it is made live (CA-10, CA-16)',
    body: z.strictObject({
      campaign: z.strictObject({ project_id, ...campaignTerms }).describe('what is said of it'),
    }),
    status: 201,
    response: answer,
    errors: refusals,
    idempotent: true,
    limit: 'write',
  }),
  createMinterCampaign: endpoint({
    name: 'createMinterCampaign',
    service,
    method: 'POST',
    path: `${path}/minter`,
    auth: write,
    summary: 'Make an internal campaign that gives one item, live at once (CA-18)',
    body: z.strictObject({
      project_id,
      setting: z
        .strictObject({
          target: z
            .strictObject({ nft_item_id: objectId.describe('id of the item') })
            .describe('what it gives'),
        })
        .describe('what the campaign is for'),
      requirements: z.array(z.unknown()).describe('what is asked for, as in a model (CA-24); may be empty'),
    }),
    status: 201,
    response: answer,
    errors: ['validation', 'campaign_invalid', 'project_archived'],
    idempotent: true,
    largestBody: LARGEST_MODEL,
    limit: 'write',
  }),
  changeCampaign: endpoint({
    name: 'changeCampaign',
    service,
    method: 'PATCH',
    path,
    auth: write,
    summary: 'Change what is said of a campaign, pause, end, link or archive it (CA-10, CA-14, CA-15, CA-17)',
    query: z.strictObject({ partial }),
    body: z.strictObject({
      campaign: z
        .strictObject({
          ...campaignTerms,
          _id: objectId.describe('its id'),
          updated: isoTime
            .optional()
            .describe('of what was read: refused where it was changed meanwhile (CA-15)'),
          slug: campaignTerms.slug.optional(),
          name: campaignTerms.name.optional(),
        })
        .describe('which one, and what changes'),
    }),
    status: 200,
    response: answer,
    errors: [...refusals, 'campaign_not_found', 'version_conflict', 'campaign_ended', 'too_many_slugs'],
    idempotent: true,
    limit: 'write',
  }),
  deleteCampaign: endpoint({
    name: 'deleteCampaign',
    service,
    method: 'DELETE',
    path,
    auth: write,
    summary: 'Delete a campaign that nobody has triggered; else archive it (CA-17)',
    query: one,
    status: 200,
    response: z.object({ _id: objectId.describe('what is gone') }),
    errors: ['validation', 'campaign_not_found', 'campaign_in_use', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
  getCampaignModel: endpoint({
    name: 'getCampaignModel',
    service,
    method: 'GET',
    path: `${path}/model`,
    auth: read,
    summary: 'The model of a campaign as it was saved last, and what making it live would change (CA-16)',
    query: z.strictObject({ campaign_id }),
    status: 200,
    response: z.object({
      model: campaignModel.describe('the model'),
      difference: difference.describe('what is otherwise than what is live'),
    }),
    errors: ['validation', 'campaign_not_found'],
  }),
  saveCampaignModel: endpoint({
    name: 'saveCampaignModel',
    service,
    method: 'PATCH',
    path: `${path}/model`,
    auth: write,
    summary: 'Save the model of a campaign as a draft: what is live stays as it is (CA-16)',
    body: z.strictObject({
      campaign_id,
      model: sentModel,
      version: z.int().min(0).describe('of the model that was read; another one is a conflict (CA-16)'),
    }),
    status: 200,
    response: z.object({
      model: campaignModel.describe('the model, with the ids of its slots'),
      difference: difference.describe('what is otherwise than what is live'),
    }),
    errors: ['validation', 'campaign_not_found', 'campaign_invalid', 'version_conflict', 'project_archived'],
    idempotent: true,
    largestBody: LARGEST_MODEL,
    limit: 'write',
  }),
  getCampaignReach: endpoint({
    name: 'getCampaignReach',
    service,
    method: 'GET',
    path: `${path}/reach`,
    auth: read,
    summary:
      'How many accounts have what a campaign asks for, of those whose wallets are looked at by this page',
    query: z.strictObject({
      campaign_id,
      of: z
        .enum(['draft', 'live'])
        .prefault('draft')
        .describe('the model that was saved last, or the one that is live'),
      cs: objectId.optional().describe('`nextCursor` of the page before'),
    }),
    status: 200,
    response: reach,
    errors: ['validation', 'campaign_not_found'],
    slow: true,
  }),
  publishCampaign: endpoint({
    name: 'publishCampaign',
    service,
    method: 'POST',
    path: `${path}/publish`,
    auth: write,
    summary: 'Make the model of a campaign live: triggers read it from now on (CA-16)',
    body: z.strictObject({
      campaign_id,
      version: z.int().min(1).describe('of the model that was read; another one is a conflict'),
    }),
    status: 200,
    response: answer,
    errors: ['validation', 'campaign_not_found', 'campaign_invalid', 'version_conflict', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
  uploadCampaignAssets: endpoint({
    name: 'uploadCampaignAssets',
    service,
    method: 'POST',
    path: `${path}/asset`,
    auth: write,
    summary: 'Upload pictures of a campaign: image and cover (CA-20)',
    form: true,
    body: z.strictObject({ _id: objectId.describe('its id'), image: picture, cover: picture }),
    status: 201,
    response: answer.extend({
      urls: z
        .record(z.string(), z.string())
        .describe('addresses of what was uploaded under our media host (CA-8)'),
    }),
    errors: ['validation', 'picture_refused', 'campaign_not_found', 'project_archived'],
    idempotent: true,
    largestBody: 2 * MEDIA_MAX_BYTES + 16_000,
    limit: 'write',
    slow: true,
  }),
}
