import { heldTokensHttp } from '@talad/proto/http/asset-indexer/held-tokens'
import { campaignAdminHttp as campaigns } from '@talad/proto/http/campaign/campaigns-admin'
import { triggerHttp as http } from '@talad/proto/http/campaign/triggers'
import { triggerAdminHttp as admin } from '@talad/proto/http/campaign/triggers-admin'
import { virtualItemAdminHttp as items } from '@talad/proto/http/campaign/virtual-admin'
import { collection } from './campaign-virtual.ts'
import { accountIdOf } from './people.ts'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const theirs = { owns: 'permission_required' }
const wait = { wait: '1' as const }

/** A campaign that gives everybody a lantern, as often as they like. */
async function running(world: World, requirements: readonly object[] = []) {
  const { by, project_id, collection_id } = await collection(world)
  const named = { slug: `lantern_${world.next()}`, name: 'โคมลอย' }
  const { item } = await by.call(items.createVirtualItem, { body: { item: { collection_id, ...named } } })
  const { campaign } = await by.call(campaigns.createCampaign, {
    body: { campaign: { project_id, ...named } },
  })
  const { _id: campaign_id } = campaign
  const rewards = [{ type: 'vnft', tag: 'lantern', nftItemId: item._id }]
  const wanted = requirements.map((one) => ({ ...one, vcollectionId: collection_id }))
  const model = { requirements: wanted, rewards }
  await by.call(campaigns.saveCampaignModel, { body: { campaign_id, model, version: 0 } })
  await by.call(campaigns.publishCampaign, { body: { campaign_id, version: 1 } })
  return { by, project_id, campaign_id }
}

/** One that somebody has triggered. */
async function triggered(world: World) {
  const made = await running(world)
  const winner = await world.buyer()
  const body = { campaignId: made.campaign_id }
  const { trigger } = await winner.call(http.triggerCampaign, { query: wait, body })
  return { ...made, winner, trigger }
}

/** CA-31 to CA-45. */
export const triggerRows: readonly Row[] = [
  row(
    http.triggerCampaign,
    async (world) => {
      const { campaign_id: campaignId } = await running(world)
      const other = { body: { campaignId: (await running(world)).campaign_id } }
      return { by: await world.buyer(), query: wait, body: { campaignId }, other }
    },
    { owns: null }, // each triggers for themselves
  ),
  row(
    http.getTrigger,
    async (world) => {
      const { winner, trigger } = await triggered(world)
      return { by: winner, query: { triggerId: trigger.triggerId } }
    },
    { owns: 'trigger_not_found' },
  ),
  row(
    http.listOwnTriggers,
    async (world) => {
      const { winner, campaign_id } = await triggered(world)
      return { by: winner, query: { campaign_id, count: '1' as const } }
    },
    { owns: 'nothing' },
  ),
  row(
    http.latestTriggers,
    async (world) => {
      const { winner, campaign_id } = await triggered(world)
      return { by: winner, query: { campaign_ids: campaign_id } }
    },
    { owns: null },
  ),
  row(
    http.scanRequirement,
    async (world) => {
      const { campaign_id } = await running(world, [{ tag: 'stamp', type: 'vnft' }])
      return { by: await world.buyer(), query: { campaign_id, slot_index: 0, count: '1' as const } }
    },
    { owns: null },
  ),
  row(
    http.clearUserData,
    async (world) => {
      const { winner } = await triggered(world)
      return { query: { account_id: accountIdOf(winner) } }
    },
    { owns: null }, // in development alone, where anybody may
  ),
  row(
    admin.triggerCampaignFor,
    async (world) => {
      const { by, campaign_id: campaignId } = await running(world)
      const target = { account_id: accountIdOf(await world.buyer()) }
      const other = { body: { campaignId, target: { account_id: accountIdOf(await world.seller()) } } }
      return { by, query: wait, body: { campaignId, target }, other }
    },
    theirs,
  ),
  row(
    admin.explainRequirement,
    async (world) => {
      const { by, campaign_id } = await running(world, [{ tag: 'stamp', type: 'vnft' }])
      return { by, query: { campaign_id, account_id: accountIdOf(await world.buyer()) } }
    },
    theirs,
  ),
  row(
    admin.scanRequirementOf,
    async (world) => {
      const { by, campaign_id } = await running(world, [{ tag: 'stamp', type: 'vnft' }])
      const account_id = accountIdOf(await world.buyer())
      return { by, query: { campaign_id, slot_index: 0, account_id, count: '1' as const } }
    },
    theirs,
  ),
  row(
    admin.latestTriggersOf,
    async (world) => {
      const { by, project_id, campaign_id, winner } = await triggered(world)
      return { by, query: { project_id, campaign_ids: campaign_id, account_id: accountIdOf(winner) } }
    },
    theirs,
  ),
  row(
    admin.getTriggerOf,
    async (world) => {
      const { by, trigger } = await triggered(world)
      return { by, query: { triggerId: trigger.triggerId } }
    },
    theirs,
  ),
  row(
    admin.listTriggers,
    async (world) => {
      const { by, project_id, campaign_id } = await triggered(world)
      return { by, query: { project_id, campaign_id, count: '1' as const } }
    },
    theirs,
  ),
  row(
    admin.releaseTrigger,
    async (world) => {
      const another = await triggered(world)
      const { by, trigger } = await triggered(world)
      const take = (triggerId: string) => ({ body: { triggerId, reason: 'asked for by the winner' } })
      return { by, ...take(trigger.triggerId), other: take(another.trigger.triggerId) }
    },
    theirs,
  ),
]

/** CA-27: what campaigns ask of the index. */
export const heldRow: Row = row(heldTokensHttp.heldTokens, async (world) => {
  const { contract: contract_address, token } = await world.asset()
  const { blockchain } = world.run
  const ranges: [string, string][] = [[token, token]]
  return {
    body: {
      wallets: [`0x${'5e'.repeat(20)}`],
      contracts: [{ blockchain, contract_address, ranges }],
      chosen: [{ blockchain, contract_address, token_id: token }],
    },
  }
})
