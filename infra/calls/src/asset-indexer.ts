import { requeueAsset, resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import { assetIndexerHttp as http } from '@talad/proto/http/asset-indexer/assets'
import { collectionAdminHttp as admin } from '@talad/proto/http/asset-indexer/collection-admin'
import { collectionSitesHttp } from '@talad/proto/http/asset-indexer/collection-sites-admin'
import { contractNames } from '@talad/proto/http/asset-indexer/contract-names'
import { listFacets } from '@talad/proto/http/asset-indexer/facets'
import { indexerAdminHttp } from '@talad/proto/http/asset-indexer/indexer-admin'
import { mediaHttp } from '@talad/proto/http/asset-indexer/media'
import { mediaAdminHttp } from '@talad/proto/http/asset-indexer/media-admin'
import { setProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { assetPreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { heldRow } from './campaign-trigger.ts'
import { pictured } from './pictures.ts'
import { sold } from './purchases.ts'
import { auditsBy, type Row, row } from './row.ts'
import { note, type World } from './world.ts'

/** A decision on a collection that no other call of now is about. */
const decided =
  <T extends object>(make: (world: World) => T) =>
  async (world: World) => {
    const { id: collection_id } = await world.collection()
    const { call } = await world.chief()
    const { version } = await call(admin.pickAdminCollection, { params: { collection_id } })
    const body = { collection_id, version, note, ...make(world) }
    // it changes rows; what the log has of it is news, which may come again
    return { body, alone: collection_id, effect: auditsBy }
  }

const parts = ({ next }: World) => [
  { token_from: '0', token_to: '9', collection_id: `lanterns_of_old_${next()}` },
]
const traits = ({ next }: World) => [
  { key: `key ${next()}`, ignore: true, star: false, transform: 'none' as const, rules: [] },
]
const ofCollection = async (world: World) => ({ collection_id: (await world.collection()).id })
const ofAsset = async (world: World) => ({ params: { asset_id: (await sold(world)).asset._id } })
const ofSale = async (world: World) => {
  const { contract, token } = (await sold(world)).shipping.asset
  return { ad: contract.address, ti: token.id, tp: 'sa' as const }
}
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="100"><path fill="tan" d="M0 0h40v100H0z"/></svg>'

export const rows: readonly Row[] = [
  row(http.getAsset, async (world) => {
    const { contract, token } = (await sold(world)).asset
    return { query: { bc: world.run.blockchain, ad: contract.address, ti: token.id } }
  }),
  row(http.getBalances, ofAsset),
  row(http.getAssetHistory, async (world) => ({ ...(await ofAsset(world)), query: { lm: 1 } })),
  row(http.syncAsset, ofAsset),
  row(http.listAssets, { query: { co: 'li', sr: 'lp', sd: 'asc', ps: 1, count: '1' } }),
  row(listFacets, { query: { co: 'li' } }),
  row(http.listEvents, async (world) => ({ query: { ...(await ofSale(world)), ps: 1 } })),
  row(http.getEvent, async (world) => ({ query: await ofSale(world) })),
  row(http.getCollection, { query: { id: 'siam_betta' } }),
  row(http.getCollectionHistory, async (world) => ({
    params: await ofCollection(world),
    query: { days: 2, lm: 1 },
  })),
  row(http.listCollections, { query: { sr: 'vo', ps: 1 } }),
  row(http.searchCollections, async (world) => ({
    query: { q: (await sold(world)).asset.collection.name.slice(0, 4) },
  })),
  row(http.listTraits, async (world) => ({ query: await ofCollection(world) })),
  row(http.getWallet, async (world) => ({ params: { wallet: (await world.seller()).address } })),
  row(http.getMedia, async (world) => ({
    params: { file: (await pictured(world)).url.replace('/media/', '') },
  })),
  row(mediaHttp.playMedia, ofAsset, { unsent: 'answers bytes in parts, of what a stranger’s server has' }),
  row(
    setProfilePicture,
    async (world) => ({ by: await world.buyer(), body: { asset_id: (await pictured(world)).asset._id } }),
    { owns: 'not_your_asset' },
  ),
  row(
    admin.setCollectionSlug,
    decided(({ next }) => ({ slug: `of_old_${next()}` })),
  ),
  row(
    admin.setCollectionName,
    decided(({ next }) => ({ name: `Of old ${next()}` })),
  ),
  row(
    collectionSitesHttp.setCollectionContinents,
    decided(() => ({ continents: [] })),
  ),
  row(
    admin.setVerification,
    decided(() => ({
      verification: 'verified' as const,
      checks: ['contract_owner' as const],
      evidence: 'the owner of the contract has signed a word of ours',
    })),
  ),
  row(
    admin.askVerification,
    decided(() => ({ asked: new Date().toISOString() })),
  ),
  row(
    admin.randomizeSamples,
    decided(() => ({})),
  ),
  row(
    admin.setAbstract,
    decided((world) => ({ parts: parts(world) })),
  ),
  row(
    admin.syncTraits,
    decided((world) => ({ configs: traits(world) })),
  ),
  row(admin.previewTraits, async (world) => ({
    body: { ...(await ofCollection(world)), configs: traits(world) },
  })),
  row(admin.previewAbstract, async (world) => ({
    body: { ...(await ofCollection(world)), parts: parts(world) },
  })),
  row(admin.listAdminCollections, { query: { ps: 1 } }),
  row(admin.pickAdminCollection, async (world) => ({ params: await ofCollection(world) })),
  row(indexerAdminHttp.indexerHealth, {}),
  row(indexerAdminHttp.listSyncs, { query: { state: 'ready', ps: 1 } }),
  row(requeueAsset, async (world) => ({ body: { asset_id: (await sold(world)).asset._id, note } })),
  row(resetSleepingImages, async (world) => ({ body: { ...(await ofCollection(world)), note } })),
  row(mediaAdminHttp.addMedia, { body: { data: Buffer.from(PICTURE).toString('base64') } }),
  row(assetPreviewHttp.previewSuspendedAssets, async (world) => {
    const { contract: contract_address, token } = await world.asset()
    return {
      query: { blockchain: world.run.blockchain, contract_address, token_from: token, token_to: token },
    }
  }),
  row(contractNames, async (world) => ({ query: { contracts: (await world.asset()).contract } })),
  row(assetPreviewHttp.suspensionsKnownToAssets, {}),
  heldRow,
]
