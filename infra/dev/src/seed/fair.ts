import { type FairCollection, type FairGift, type FairItem, fair, fairGifts } from '@talad/demo/fair'
import { personOf } from '@talad/demo/people'
import { bilingual, type Label } from '@talad/demo/token'
import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { contractAdminHttp as contracts } from '@talad/proto/http/campaign/contracts-admin'
import { mintAdminHttp as mints } from '@talad/proto/http/campaign/mints-admin'
import { projectAdminHttp as projects } from '@talad/proto/http/campaign/projects-admin'
import {
  virtualCollectionAdminHttp as collections,
  virtualItemAdminHttp as items,
} from '@talad/proto/http/campaign/virtual-admin'
import { ResponseError } from '@talad/proto/http/client'
import { z } from 'zod'
import type { Run } from '../run-file.ts'
import { giveToPhone, openFairCampaigns } from './fair-campaigns.ts'
import { fillPool, handOverKey } from './fair-stall.ts'
import { chiefOf, patiently } from './fees.ts'
import { type Call, type Person, signIn } from './site.ts'
import { until } from './until.ts'

const MOST = { size: 100 }
const claims = z.object({ sub: z.string() })

/** The account of somebody who is signed in. */
function accountOf({ token }: Person): string {
  const [, body = ''] = token.split('.')
  return claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString())).sub
}

const story = ({ th, en }: Label) => `${th}\n\n${en}`

/** The picture of a token, once the indexer has it. */
async function pictureOf(
  run: Run,
  call: Call,
  { collection, tokenId }: FairItem['picture'],
): Promise<string> {
  const contract = run.contracts.collections.find(({ key }) => key === collection)
  const query = { bc: run.blockchain, ad: contract?.address ?? '', ti: String(tokenId) }
  return until(`there is a picture of ${collection} ${tokenId}`, async () => {
    try {
      return (await call(getAsset, { query })).image.r800 ?? undefined
    } catch (error) {
      if (error instanceof ResponseError && error.status === 404) return undefined // not indexed yet
      throw error
    }
  })
}

/** What a thing of the fair says of itself, as payload 3.0. */
async function termsOf(run: Run, call: Call, about: FairCollection | FairItem) {
  const { slug, name, description, limit, picture, traits } = about
  const { table, coupon, pool } = 'items' in about ? {} : about
  const image = await pictureOf(run, call, picture)
  const payload = {
    version: '3.0',
    name: bilingual(name),
    description: story(description),
    assets: { image: run.gateway + image },
    attributes: traits,
    ...(table && { table }),
    ...(coupon && { 'coupon-code': { ...coupon, public: true } }),
    ...(pool && { 'coupon-code': { codepool: pool.name, description: pool.description } }),
  }
  return { slug, name: bilingual(name), mint_limit: limit, assets: { image }, payload }
}

async function projectOf({ call }: Person): Promise<string> {
  const { list } = (await call(projects.listProjects, { query: MOST })).projects
  const found = list.find(({ slug }) => slug === fair.slug)
  if (found) return found._id
  const { slug, name, description, theme } = fair
  const project = { slug, name: bilingual(name), description: story(description), theme }
  return (await call(projects.createProject, { body: { project } })).project._id
}

async function collectionOf(run: Run, call: Call, project_id: string, planned: FairCollection) {
  const { list } = (await call(collections.listVirtualCollections, { query: { project_id, ...MOST } }))
    .collections
  const found = list.find(({ slug }) => slug === planned.slug)
  if (found) return found._id
  const collection = { project_id, ...(await termsOf(run, call, planned)) }
  return (await call(collections.createVirtualCollection, { body: { collection } })).collection._id
}

/** @returns the ids of its items by their slugs */
async function fillCollection(run: Run, call: Call, collection_id: string, planned: FairCollection) {
  const { list } = (await call(items.listVirtualItems, { query: { collection_id, ...MOST } })).items
  const ids = new Map(list.map(({ slug, _id }) => [slug, _id]))
  for (const item of planned.items.filter(({ slug }) => !ids.has(slug))) {
    const body = { item: { collection_id, ...(await termsOf(run, call, item)) } }
    const made = await call(items.createVirtualItem, { body }) // one after the other: they are numbered
    ids.set(item.slug, made.item._id)
  }
  return ids
}

async function contractOf(run: Run, call: Call, collection_id: string, { contract, name }: FairCollection) {
  const { list } = (await call(contracts.listCollectionContracts, { query: { collection_id } })).contracts
  if (list.length > 0) return
  const { contractClass: contract_class, symbol } = contract
  const body = {
    contract: { collection_id, blockchain: run.blockchain, contract_class, name: name.en, symbol },
  }
  await call(contracts.createCollectionContract, { body })
}

/** Asked again it is the same gift (CA-48). */
async function give(run: Run, call: Call, itemIds: ReadonlyMap<string, string>, gift: FairGift) {
  const { key, item, to, onChain, isCanceled } = gift
  const account_id = to !== 'nobody' && accountOf(await signIn(run, personOf(to).joinId))
  const nft = {
    automint_id: key,
    item_id: itemIds.get(item) ?? '',
    ...(onChain && { blockchain: run.blockchain }),
    ...(account_id ? {} : { receiver_address: run.contracts.seaport }),
  }
  const asked = await call(mints.mintItem, {
    body: { nft, ...(account_id && { target: { account_id } }) },
  })
  if (!isCanceled || !asked.nft) return
  await call(mints.cancelMint, { body: { _id: asked.nft._id } }).catch((error: unknown) => {
    if (!(error instanceof ResponseError && error.code === 'mint_under_way')) throw error
  })
}

/**
 * Opens the project of the temple fair, as its committee would: its collections, their items and contracts, what it has
 * given out, and its campaigns; and makes the collector, who runs the fair, one of its owners. Safe to run again.
 */
export const openFair = (run: Run, folder: string) =>
  patiently('the temple fair is open', () => openThem(run, folder))

async function openThem(run: Run, folder: string): Promise<void> {
  const chief = await chiefOf(run)
  const { call } = chief
  const project_id = await projectOf(chief)
  const account_id = accountOf(await signIn(run, personOf('collector').joinId))
  const permission = { project_id, account_id, role: 'owner' as const }
  await call(projects.grantProjectRole, { body: { permission } })
  const itemIds = new Map<string, string>()
  const collectionIds = new Map<string, string>()
  for (const planned of fair.collections) {
    const id = await collectionOf(run, call, project_id, planned)
    collectionIds.set(planned.slug, id)
    for (const [slug, itemId] of await fillCollection(run, call, id, planned)) itemIds.set(slug, itemId)
    await contractOf(run, call, id, planned)
  }
  for (const gift of fairGifts) await give(run, call, itemIds, gift)
  for (const { pool } of fair.collections.flatMap(({ items: all }): readonly FairItem[] => all))
    if (pool) await fillPool(call, project_id, pool)
  const idOf = (slug: string) => itemIds.get(slug) ?? collectionIds.get(slug) ?? ''
  await openFairCampaigns(call, { project_id, blockchain: run.blockchain, idOf })
  const key = await handOverKey(call, project_id, folder)
  await giveToPhone(run, call, { project_id, key })
}
