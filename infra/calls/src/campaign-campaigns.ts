import { campaignHttp as open } from '@talad/proto/http/campaign/campaigns'
import { campaignAdminHttp as campaigns } from '@talad/proto/http/campaign/campaigns-admin'
import { virtualItemAdminHttp as items } from '@talad/proto/http/campaign/virtual-admin'
import { collection, PIXEL } from './campaign-virtual.ts'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const termsOf = ({ next }: World) => ({ slug: `stamps_${next()}`, name: 'สะสมแสตมป์', limit_global: 300 })
const theirs = { owns: 'permission_required' }

/** An item that a campaign may give, in a project of the chief's. */
async function prize(world: World) {
  const made = await collection(world)
  const { collection_id } = made
  const body = { item: { collection_id, slug: `lantern_${world.next()}`, name: 'โคมทอง' } }
  const { item } = await made.by.call(items.createVirtualItem, { body })
  const requirements = [{ tag: 'stamp', type: 'vnft', vcollectionId: collection_id }]
  const rewards = [{ type: 'vnft', tag: 'lantern', nftItemId: item._id }]
  return { ...made, item_id: item._id, model: { requirements, rewards } }
}

async function campaign(world: World) {
  const { by, project_id, model } = await prize(world)
  const body = { campaign: { project_id, ...termsOf(world) } }
  const { campaign: made } = await by.call(campaigns.createCampaign, { body })
  return { by, project_id, _id: made._id, model }
}

/** One with a model, which is not live yet. */
async function drafted(world: World) {
  const { model, ...made } = await campaign(world)
  const body = { campaign_id: made._id, model, version: 0 }
  await made.by.call(campaigns.saveCampaignModel, { body })
  return made
}

/** A campaign that gives a lantern for a stamp. */
export async function liveCampaign(world: World) {
  const made = await drafted(world)
  await made.by.call(campaigns.publishCampaign, { body: { campaign_id: made._id, version: 1 } })
  return made
}

const picture = () => new File([PIXEL], 'lantern.png', { type: 'image/png' })

/** Campaigns, for their project's people and for everybody. */
export const campaignRows: readonly Row[] = [
  row(
    campaigns.countCampaigns,
    async (world) => {
      const { by, project_id } = await campaign(world)
      return { by, query: { project_id } }
    },
    theirs,
  ),
  row(
    campaigns.listCampaigns,
    async (world) => {
      const { by, project_id } = await campaign(world)
      return { by, query: { project_id, count: '1' as const } }
    },
    theirs,
  ),
  row(
    campaigns.getCampaign,
    async (world) => {
      const { by, _id } = await liveCampaign(world)
      return { by, query: { _id } }
    },
    theirs,
  ),
  row(
    campaigns.createCampaign,
    async (world) => {
      const { by, project_id } = await collection(world)
      const make = () => ({ body: { campaign: { project_id, ...termsOf(world) } } })
      return { by, ...make(), other: make() }
    },
    theirs,
  ),
  row(
    campaigns.createMinterCampaign,
    async (world) => {
      const { by, project_id, item_id, model } = await prize(world)
      const make = (requirements: object[]) => ({
        body: { project_id, setting: { target: { nft_item_id: item_id } }, requirements },
      })
      return { by, ...make(model.requirements), other: make([]) }
    },
    theirs,
  ),
  row(
    campaigns.changeCampaign,
    async (world) => {
      const { by, _id } = await campaign(world)
      const change = (paused: boolean) => ({ body: { campaign: { _id, paused } } })
      return { by, query: {}, ...change(true), other: change(false) }
    },
    theirs,
  ),
  row(
    campaigns.deleteCampaign,
    async (world) => {
      const { by, _id } = await campaign(world)
      return { by, query: { _id }, other: { query: { _id: (await campaign(world))._id } } }
    },
    theirs,
  ),
  row(
    campaigns.getCampaignModel,
    async (world) => {
      const { by, _id: campaign_id } = await drafted(world)
      return { by, query: { campaign_id } }
    },
    theirs,
  ),
  row(
    campaigns.getCampaignReach,
    async (world) => {
      const { by, _id: campaign_id } = await drafted(world)
      return { by, query: { campaign_id, of: 'draft' as const } }
    },
    theirs,
  ),
  row(
    campaigns.saveCampaignModel,
    async (world) => {
      const { by, _id: campaign_id, model } = await campaign(world)
      const save = (of: object) => ({ body: { campaign_id, model: { ...of }, version: 0 } })
      return { by, ...save(model), other: save({ ...model, requirements: [] }) }
    },
    theirs,
  ),
  row(
    campaigns.publishCampaign,
    async (world) => {
      const { by, _id: campaign_id } = await drafted(world)
      const publish = (version: number) => ({ body: { campaign_id, version } })
      return { by, ...publish(1), other: publish(2) }
    },
    theirs,
  ),
  row(
    campaigns.uploadCampaignAssets,
    async (world) => {
      const { by, _id } = await campaign(world)
      return { by, body: { _id, image: picture() }, other: { body: { _id, cover: picture() } } }
    },
    theirs,
  ),
  row(open.openCampaign, async (world) => ({
    query: { id_or_slug: (await liveCampaign(world))._id, extra: '1' as const },
  })),
  row(open.openCampaigns, async (world) => ({
    query: { project_id: (await liveCampaign(world)).project_id, count: '1' as const },
  })),
]
