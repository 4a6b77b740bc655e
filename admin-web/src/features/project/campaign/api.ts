import type { campaign, campaignModel, difference } from '@talad/proto/http/campaign/campaign-shapes'
import { campaignAdminHttp as http } from '@talad/proto/http/campaign/campaigns-admin'
import { continentHttp } from '@talad/proto/http/gateway/continent'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'
import type { JsonObject } from '../json-object.ts'
import type { CampaignTerms } from './terms-draft.ts'

/** Where the market is, whose page of a campaign is looked at while it is written. */
export const marketQuery = queryOptions({
  queryKey: ['market-origin'],
  queryFn: async ({ signal }) => (await call(continentHttp.continent, {}, { signal })).origin,
})

/** Begins the keys of everything that is read of campaigns. */
export const CAMPAIGNS = 'campaigns'

export type Campaign = z.output<typeof campaign>
export type Difference = z.output<typeof difference>
/** The model as it was saved last, and what making it live would change (CA-16). */
export type SavedModel = { model: z.output<typeof campaignModel>; difference: Difference }

/** More campaigns than these are found in their list, not among the choices of a filter. */
const MOST_CHOICES = 100

export const campaignSource = (project_id: string): ListSource<Campaign> => ({
  key: CAMPAIGNS,
  read: async ({ at, size }, signal) => {
    const query = { project_id, size, index: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listCampaigns, { query }, { signal })).campaigns)
  },
})

/** The campaigns of a project, to choose some of. */
export const campaignChoicesQuery = (project_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'choices', project_id],
    queryFn: async ({ signal }) => {
      const query = { project_id, size: MOST_CHOICES }
      return (await call(http.listCampaigns, { query }, { signal })).campaigns.list
    },
  })

export const campaignQuery = (_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'one', _id],
    queryFn: async ({ signal }) => (await call(http.getCampaign, { query: { _id } }, { signal })).campaign,
    refetchOnWindowFocus: false,
  })

/** Counters move while people press: they are read again and again beside what is written. */
export const COUNTED_EVERY_MS = 5_000

/** CA-11: how often it gives still, as it is now; null: without a limit. */
export const leftQuery = (_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'left', _id],
    queryFn: async ({ signal }) =>
      (await call(http.getCampaign, { query: { _id } }, { signal })).campaign.left,
    refetchInterval: COUNTED_EVERY_MS,
  })

export const modelQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'model', campaign_id],
    queryFn: ({ signal }): Promise<SavedModel> =>
      call(http.getCampaignModel, { query: { campaign_id } }, { signal }),
    refetchOnWindowFocus: false,
  })

export const createCampaign = async (campaign: CampaignTerms & { project_id: string }, key: string) =>
  (await call(http.createCampaign, { body: { campaign } }, { idempotencyKey: key })).campaign

/** CA-15: what is given is changed, where it is as it was read. */
type Change = Partial<CampaignTerms> & {
  _id: string
  updated: string
  paused?: boolean
  ended?: boolean
  archived?: boolean
}

export const changeCampaign = async (campaign: Change, key: string) =>
  (await call(http.changeCampaign, { query: {}, body: { campaign } }, { idempotencyKey: key })).campaign

export const deleteCampaign = (_id: string, key: string) =>
  call(http.deleteCampaign, { query: { _id } }, { idempotencyKey: key })

export const uploadPicture = async (_id: string, name: 'image' | 'cover', file: File) => {
  const about = { idempotencyKey: crypto.randomUUID() } // of each file: their bytes are in no key
  return (await call(http.uploadCampaignAssets, { body: { _id, [name]: file } }, about)).campaign
}

export const saveModel = (campaign_id: string, model: JsonObject, version: number, key: string) =>
  call(http.saveCampaignModel, { body: { campaign_id, model, version } }, { idempotencyKey: key })

export const publishCampaign = async (campaign_id: string, version: number, key: string) =>
  (await call(http.publishCampaign, { body: { campaign_id, version } }, { idempotencyKey: key })).campaign

/** A page of how many accounts have what is asked for; the counts of pages are added. */
export const readReach = (
  campaign_id: string,
  of: 'draft' | 'live',
  cs: string | undefined,
  signal: AbortSignal,
) => call(http.getCampaignReach, { query: { campaign_id, of, cs } }, { signal })
