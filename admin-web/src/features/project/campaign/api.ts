import type { campaign, difference, reach } from '@talad/proto/http/campaign/campaign-shapes'
import { campaignAdminHttp as http } from '@talad/proto/http/campaign/campaigns-admin'
import {
  virtualCollectionAdminHttp as collections,
  virtualItemAdminHttp as items,
} from '@talad/proto/http/campaign/virtual-admin'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'
import type { CampaignTerms } from './draft.ts'

/** Begins the keys of everything that is read of campaigns. */
export const CAMPAIGNS = 'campaigns'

export type Campaign = z.output<typeof campaign>
export type Reach = z.output<typeof reach>
/** A model as it was saved last, with what making it live would change (CA-16). */
export type SavedModel = {
  model: { campaign_id: string; model: Record<string, unknown>; version: number }
  difference: z.output<typeof difference>
}

export const campaignSource = (project_id: string): ListSource<Campaign> => ({
  key: CAMPAIGNS,
  read: async ({ at, size }, signal) => {
    const query = { project_id, size, index: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listCampaigns, { query }, { signal })).campaigns)
  },
})

export const campaignQuery = (_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'one', _id],
    queryFn: async ({ signal }) => (await call(http.getCampaign, { query: { _id } }, { signal })).campaign,
    refetchOnWindowFocus: false,
  })

export const modelQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'model', campaign_id],
    queryFn: ({ signal }): Promise<SavedModel> =>
      call(http.getCampaignModel, { query: { campaign_id } }, { signal }),
    refetchOnWindowFocus: false,
  })

/** What a slot may ask for and a campaign give: more than these are named by their ids. */
const MOST_COLLECTIONS = 20

export type Choices = { collections: Named[]; items: (Named & { collection: string })[] }
type Named = { id: string; name: string }

export const choicesQuery = (project_id: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, 'choices', project_id],
    queryFn: async ({ signal }): Promise<Choices> => {
      const query = { project_id, size: MOST_COLLECTIONS }
      const { list } = (await call(collections.listVirtualCollections, { query }, { signal })).collections
      const read = list.map(async ({ _id: collection_id, name: collection }) => {
        const asked = { query: { collection_id, size: 100 } }
        const found = (await call(items.listVirtualItems, asked, { signal })).items.list
        return found.map(({ _id: id, name }) => ({ id, name, collection }))
      })
      const named = list.map(({ _id: id, name }) => ({ id, name }))
      return { collections: named, items: (await Promise.all(read)).flat() }
    },
  })

export const createCampaign = async (given: CampaignTerms & { project_id: string }, key: string) =>
  (await call(http.createCampaign, { body: { campaign: given } }, { idempotencyKey: key })).campaign

/** CA-15: what is given is changed, where it is as it was read. */
export type Change = Partial<CampaignTerms> & {
  _id: string
  updated: string
  paused?: boolean
  ended?: boolean
  archived?: boolean
}

export const changeCampaign = async (given: Change, key: string) =>
  (await call(http.changeCampaign, { query: {}, body: { campaign: given } }, { idempotencyKey: key }))
    .campaign

export const deleteCampaign = (_id: string, key: string) =>
  call(http.deleteCampaign, { query: { _id } }, { idempotencyKey: key })

type Model = { campaign_id: string; version: number; model: Record<string, unknown> }

export const saveModel = (body: Model, key: string): Promise<SavedModel> =>
  call(http.saveCampaignModel, { body }, { idempotencyKey: key })

export const publish = (body: { campaign_id: string; version: number }, key: string) =>
  call(http.publishCampaign, { body }, { idempotencyKey: key })

export const reachPage = (campaign_id: string, cs: string | undefined) =>
  call(http.getCampaignReach, {
    query: { campaign_id, of: 'draft' as const, ...(cs !== undefined && { cs }) },
  })
