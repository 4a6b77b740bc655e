import { z } from 'zod'
import { counted, objectId, page, queryFlag, sizeAndIndex } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { openCampaign } from './campaign-shapes.ts'
import { openItem } from './virtual-shapes.ts'

const service = 'campaign'
const auth = { kind: 'visitor' } as const

/** What everybody may read of campaigns. */
export const campaignHttp = {
  openCampaign: endpoint({
    name: 'openCampaign',
    service,
    method: 'GET',
    path: `${base.platform}/campaign`,
    auth,
    summary:
      'A campaign: what it asks for and gives; one that is not public only for people of its project (CA-10)',
    query: z.object({
      id_or_slug: z
        .string()
        .min(1)
        .max(100)
        .describe('its id; or its slug, also one that it had before (CA-9)'),
      project: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('id or slug of its project; needed with a slug (CA-19)'),
      extra: queryFlag.optional().describe('1: with linked campaigns and the items that it gives (CA-19)'),
    }),
    status: 200,
    response: z.object({
      campaign: openCampaign.describe('the campaign'),
      extra: z
        .object({
          linked_campaigns: z
            .array(openCampaign)
            .describe('campaigns that share used tokens and the count of an account with it (CA-14)'),
          reward_items: z.array(openItem).describe('the items that it gives'),
        })
        .nullable()
        .describe('null: it was not asked for'),
    }),
    errors: ['validation', 'campaign_not_found'],
    cacheable: true,
  }),
  openCampaigns: endpoint({
    name: 'openCampaigns',
    service,
    method: 'GET',
    path: `${base.platform}/campaign/list`,
    auth,
    summary: 'The public campaigns of a project, newest first, without internal and archived ones (CA-10)',
    query: z.object({ project_id: objectId.describe('id of the project'), ...sizeAndIndex, count: counted }),
    status: 200,
    response: page(openCampaign),
    errors: ['validation'],
    cacheable: true,
  }),
}
