import { holdings } from '@talad/demo/plan'
import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import { requeueAsset, resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import { type Asset, listAssets } from '@talad/proto/http/asset-indexer/assets'
import { collectionAdminHttp } from '@talad/proto/http/asset-indexer/collection-admin'
import { indexerAdminHttp } from '@talad/proto/http/asset-indexer/indexer-admin'
import { declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import {
  assetPreviewHttp,
  orderPreviewHttp,
  purchasePreviewHttp,
} from '@talad/proto/http/moderation/suspension-preview'
import { orderAdminHttp } from '@talad/proto/http/order-book/order-admin'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { onceHeard } from '../people.ts'
import { type Desk, found, note } from './desk.ts'

type Goods = readonly [Asset, Asset, Asset, Asset]

/** Somebody's lanterns, which nobody sells meanwhile. */
async function lanterns({ run, chief }: Desk): Promise<Goods> {
  const ad = run.contracts.collections.find(({ key }) => key === 'lantern')?.address
  const { list } = await chief.call(listAssets, { query: { ad, ps: 4 } })
  const [one, two, three, four] = list
  if (!one || !two || !three || !four) throw new Error('there are too few lanterns')
  return [one, two, three, four]
}

/** A collection gets other names, samples and traits; its maker is looked into. */
async function keepCollection(
  { chief: { call } }: Desk,
  { _id: asset_id, collection }: Asset,
): Promise<void> {
  const collection_id = collection.id
  await call(collectionAdminHttp.listAdminCollections, { query: { ps: 1 } })
  const { version, configs } = await call(collectionAdminHttp.pickAdminCollection, {
    params: { collection_id },
  })
  const of = (last: { version: number }) => ({ collection_id, version: last.version, note })
  const slug = { ...of({ version }), slug: `${collection.slug}_of_old` }
  let now = await call(collectionAdminHttp.setCollectionSlug, { body: slug })
  const name = { ...of(now), name: `${collection.name} of old` }
  now = await call(collectionAdminHttp.setCollectionName, { body: name })
  now = await call(collectionAdminHttp.randomizeSamples, { body: of(now) })
  const asked = { ...of(now), asked: new Date().toISOString() }
  now = await call(collectionAdminHttp.askVerification, { body: asked })
  const verified = {
    ...of(now),
    verification: 'verified' as const,
    checks: ['contract_owner' as const],
    evidence: 'the owner of the contract has signed a word of ours',
  }
  now = await call(collectionAdminHttp.setVerification, { body: verified })
  const [first] = now.traits
  const one = first && { key: first.key, ignore: false, star: true, transform: 'none' as const, rules: [] }
  const wanted = [...configs.filter(({ key }) => key !== first?.key), ...(one ? [one] : [])]
  await call(collectionAdminHttp.previewTraits, { body: { collection_id, configs: wanted } })
  now = await call(collectionAdminHttp.syncTraits, { body: { ...of(now), configs: wanted } })
  const series = { kind: 'vnft', collection_id: 'lanterns_of_old', tag: null, item_size: '100' }
  const parts = [{ ...series, token_from: '1', token_to: '999' }]
  await call(collectionAdminHttp.previewAbstract, { body: { collection_id, parts } })
  await call(collectionAdminHttp.setAbstract, { body: { ...of(now), parts } })
  await call(indexerAdminHttp.indexerHealth, {})
  await call(indexerAdminHttp.listSyncs, { query: { state: 'ready', ps: 1 } })
  await call(requeueAsset, { body: { asset_id, note } })
  await call(resetSleepingImages, { body: { collection_id, note } })
}

const names = { th: 'ช่างโคมบ้านเรา', en: 'Our lantern makers' }

/** An issuer with a fee and a declaration comes and goes. */
async function keepIssuer({ chief: { call }, run, seller }: Desk, { collection }: Asset): Promise<void> {
  const collection_id = collection.id
  const contract_address = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  const at = { blockchain: run.blockchain, contract_address }
  // of tokens that nobody has, so that no sale changes
  const nft_range = { ...at, token_from: '900000001', token_to: '900000099' }
  const terms = { slug: 'our_lantern_makers', names, nft_ranges: [nft_range] }
  const issuer = { ...terms, primary_customer_id: seller.customerId, note }
  const { issuer_id, version } = await onceHeard(['customer_not_found'], () =>
    call(issuerAdminHttp.addIssuer, { body: issuer }),
  )
  await call(issuerAdminHttp.listIssuers, { query: {} })
  await call(issuerAdminHttp.pickIssuer, { params: { issuer_id } })
  await call(feeAdminHttp.syncIssuerFees, { body: { issuer_id, note } })
  const sheet = await call(feeAdminHttp.pickFees, { query: at })
  const fee = { issuer_id, collection_id, fee_percent: 1.5, version: sheet.version, note }
  const set = await call(feeAdminHttp.setIssuerFee, { body: fee })
  const fee_id = set.fees.find((one) => one.issuer_id === issuer_id)?.fee_id ?? ''
  const on = { fee_id, enabled: true, version: set.version, note }
  const enabled = await call(feeAdminHttp.enableIssuerFee, { body: on })
  await call(feeAdminHttp.listIssuerFees, { query: { is: issuer_id } })
  await call(feeAdminHttp.removeIssuerFee, { body: { fee_id, version: enabled.version, note } })
  const contract = { blockchain: run.blockchain, address: `0x${'5e'.repeat(20)}` }
  const royalty = { type: 'royalty' as const, contract, customer_id: seller.customerId, percent: 2.5 }
  await call(feeAdminHttp.setFee, { body: { ...royalty, disabled: false, version: 0, note } })

  const title = { th: 'ผลิตด้วยมือ', en: 'Made by hand' }
  const body = { th: 'โคมทุกดวงทำด้วยมือในเชียงใหม่', en: 'Each lantern is made by hand in Chiang Mai.' }
  const declared = { declarer_type: 'issuer' as const, nft_range, version: 0, note }
  const declarations = [{ key: 'made_by_hand', title, body }]
  const said = await call(declarationAdminHttp.setDeclarations, { body: { ...declared, declarations } })
  await call(declarationAdminHttp.listDeclarations, { query: { ad: contract_address } })
  const { declaration_id } = said
  await call(declarationAdminHttp.removeDeclarations, {
    body: { declaration_id, version: said.version, note },
  })
  const changed = { ...issuer, issuer_id, is_active: false, version }
  const { version: last } = await call(issuerAdminHttp.modifyIssuer, { body: changed })
  await call(issuerAdminHttp.removeIssuer, { body: { issuer_id, version: last, note } })
}

/** What people report is looked at, decided, and decided otherwise. */
async function moderate({ chief: { call }, buyer, rival }: Desk, [one, two, three]: Goods): Promise<void> {
  const report = { flag_classification: 'other' as const, flag_user_notes: 'A copy of my own picture' }
  const open = async ({ _id: asset_id }: Asset, who: typeof buyer) => {
    await who.call(flaggingHttp.requestFlagging, { body: { ...report, asset_id } })
    const read = () => call(flaggingAdminHttp.listFlagCases, { query: {} })
    return found('the report is in the queue', read, ({ asset }) => asset._id === asset_id)
  }
  const first = await open(one, buyer)
  const by = { case_id: first._id }
  await call(flaggingAdminHttp.claimFlagCase, { body: by })
  await call(flaggingAdminHttp.releaseFlagCase, { body: by })
  const { case: seen } = await call(flaggingAdminHttp.pickFlagCase, { params: by })
  const ignore = { review_disposition: 'ignore' as const, notes: 'The two pictures differ' }
  await call(flaggingAdminHttp.resolveFlagCase, { body: { ...by, ...ignore, version: seen.version } })
  const second = await open(two, rival)
  const cases = [{ case_id: second._id, version: second.version }]
  const { results } = await call(flaggingAdminHttp.resolveFlagCases, { body: { cases, ...ignore } })
  const undone = results.map(({ case_id, version }) => ({ case_id, version: version ?? 0 }))
  await call(flaggingAdminHttp.undoFlagCases, { body: { cases: undone } })
  const own = { asset_id: three._id, flag_classification: 'spam' as const, notes: 'An advertisement' }
  await call(flaggingAdminHttp.flagAsset, { body: own })
  await call(flaggingAdminHttp.flagFigures, {})
}

async function suspendAndBack({ chief: { call }, run }: Desk, { contract, token }: Asset): Promise<void> {
  const nft_range = {
    blockchain: run.blockchain,
    contract_address: contract.address,
    token_from: token.id,
    token_to: token.id,
  }
  await call(suspensionAdminHttp.previewSuspension, { query: nft_range })
  await call(assetPreviewHttp.previewSuspendedAssets, { query: nft_range })
  await call(orderPreviewHttp.previewSuspendedOrders, { query: nft_range })
  await call(purchasePreviewHttp.previewSuspendedPurchases, { query: nft_range })
  const { suspension_id, version } = await call(suspensionAdminHttp.suspend, { body: { nft_range, note } })
  await call(suspensionAdminHttp.listSuspensions, { query: { ps: 1 } })
  await call(suspensionAdminHttp.pickSuspension, { params: { suspension_id } })
  await call(assetPreviewHttp.suspensionsKnownToAssets, {})
  await call(orderPreviewHttp.suspensionsKnownToOrders, {})
  await call(purchasePreviewHttp.suspensionsKnownToPurchases, {})
  await call(suspensionAdminHttp.unsuspend, { body: { suspension_id, version, note } })
}

/** OB-7: a listing for one named customer, which its seller has signed. */
async function dealFor(desk: Desk): Promise<void> {
  const { run, chief, seller, buyer } = desk
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  const fish = holdings.filter((one) => one.collection === 'betta' && one.owner === 'seller').at(-1)
  if (!collection || !fish) throw new Error('there are no fish')
  const { address: contract, type } = collection
  const wish = { contract, type, tokenId: String(fish.tokenId), amount: 1n, priceSatang: 45_700n }
  const terms = await seller.call(orderBookHttp.orderTerms, {})
  const components = await draftListing(run, seller, terms, wish)
  const signature = await signWithKey(run, seller)(components)
  const listing = await putBody({ run, person: seller, terms, wish, components, signature })
  const deal = { ...listing, order: { ...listing.order, type: 'deal' as const } }
  const between = { customer: seller.customerId, counterparty: buyer.customerId }
  const { order } = await chief.call(orderAdminHttp.putDeal, { body: { ...between, deal, note } })
  await chief.call(orderAdminHttp.listAdminOrders, { query: { type: 'deal' } })
  await chief.call(orderAdminHttp.pickAdminOrder, { params: { hash: order.hash } })
}

/** What is offered, by whom, and what of it may be. */
export async function attendMarket(desk: Desk): Promise<void> {
  const goods = await lanterns(desk)
  await dealFor(desk)
  await keepIssuer(desk, goods[0])
  await moderate(desk, goods)
  await suspendAndBack(desk, goods[3])
  await keepCollection(desk, goods[0])
}
