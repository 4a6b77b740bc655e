import { z } from 'zod'
import { assetIndexerAdminHttp } from './asset-indexer-admin.ts'
import {
  activityEvent,
  asset,
  collection,
  priceFamily,
  syncInfo,
  traitEntry,
} from './asset-indexer-shapes.ts'
import {
  address,
  addressInput,
  blockchain,
  commaList,
  decimalString,
  objectId,
  page,
  pageQuery,
  queryFlag,
} from './common.ts'
import { base, endpoint } from './contract.ts'
import { getAssetHistory, getCollectionHistory } from './history.ts'
import { readTraits } from './trait-filter.ts'
import { getWallet } from './wallet.ts'

export {
  type ActivityEvent,
  type Asset,
  type Collection,
  collection,
  eventTypes,
  type Price,
  traitEntry,
} from './asset-indexer-shapes.ts'

export { type TraitFilter, traitQuery } from './trait-filter.ts'

const service = 'asset-indexer'
const visitor = { kind: 'visitor' } as const

/** A plain decimal of a query, in display units: "20", "0.01". */
const decimalText = z.string().regex(/^-?[0-9]{1,30}(\.[0-9]{1,18})?$/, 'must be a decimal number')

const direction = z
  .enum(['a', 'asc', 'd', 'desc'])
  .transform((text) => (text.startsWith('a') ? ('asc' as const) : ('desc' as const)))

/** A collection or asset reference by id or by slug: 24 hex is read as an id first. */
const idOrSlug = z.string().min(1).max(100)

/** GW-20: total and pages are counted only when asked for. */
const count = queryFlag.optional()

/** GW-29: asset sort codes. */
export const assetSort = z.enum(['ti', 'at', 'bk', 'sp', 'lp', 'op', 'lsp', 'lsb', 'lt'])

const assetFilters = {
  bc: commaList(blockchain).optional(),
  wl: commaList(addressInput).optional(),
  cl: commaList(idOrSlug).optional(),
  ad: commaList(addressInput).optional(),
  /** asset ids, for home sections (GW-37) */
  as: commaList(objectId, 50).optional(),
  co: commaList(z.enum(['li', 'of', 'mine'])).optional(),
  cu: commaList(z.string().max(20)).optional(),
  cv: priceFamily.optional(),
  vf: decimalText.optional(),
  vt: decimalText.optional(),
  is: queryFlag.optional(),
  q: z
    .string()
    .trim()
    .min(2)
    .max(100)
    .optional()
    .describe(
      'words of the name, the collection’s name or a trait, or the number; what is nowhere as typed is found nearly',
    ),
}

const assetListing = {
  sr: assetSort.optional(),
  sd: direction.optional(),
  count,
}

/** Adds the trait filters, which come as `tr[0][key]=…` (WB-6). */
function withTraits<T extends Record<string, unknown>>(query: T, context: z.RefinementCtx) {
  const traits = readTraits(query)
  if (!traits) context.addIssue({ code: 'custom', path: ['tr'], message: 'trait filter is not valid' })
  return { ...query, traits: traits ?? [] }
}

const assetsQuery = z.looseObject({ ...assetFilters, ...assetListing, ...pageQuery }).transform(withTraits)

const eventFilters = {
  bc: commaList(blockchain).optional(),
  wl: commaList(addressInput).optional(),
  ad: commaList(addressInput).optional(),
  ti: decimalString.optional(),
  as: commaList(objectId, 50).optional(),
  cl: commaList(idOrSlug).optional(),
  tp: commaList(z.enum(['mt', 'bn', 'tr', 'li', 'of', 'ca', 'sa'])).optional(),
  vf: decimalText.optional(),
  vt: decimalText.optional(),
  mg: queryFlag
    .optional()
    .describe(
      '1: one row for what is one thing: no transfer beside its sale, no cancel beside the new price',
    ),
  sr: z.enum(['tm', 'bk']).optional(),
  sd: direction.optional(),
}

export const getAsset = endpoint({
  name: 'getAsset',
  service,
  method: 'GET',
  path: `${base.public}/asset`,
  auth: visitor,
  summary:
    'One asset, by id or by blockchain, contract address and token id; `wl` adds what these wallets hold',
  query: z.object({
    id: objectId.optional(),
    bc: blockchain.optional(),
    ad: addressInput.optional(),
    ti: decimalString.optional(),
    wl: commaList(addressInput).optional(),
    cv: priceFamily.optional(),
  }),
  status: 200,
  response: asset,
  errors: ['required_parameter', 'not_found'],
  cacheable: true,
})

export const listAssets = endpoint({
  name: 'listAssets',
  service,
  method: 'GET',
  path: `${base.public}/assets`,
  auth: visitor,
  summary:
    'Assets by collection, wallet, market condition, price and traits; suspended ones are left out by default',
  query: assetsQuery,
  status: 200,
  response: page(asset),
  errors: ['validation'],
  cacheable: true,
})

export const getBalances = endpoint({
  name: 'getBalances',
  service,
  method: 'GET',
  path: `${base.public}/asset/:asset_id/balances`,
  auth: visitor,
  summary: 'What wallets hold of an asset, zeros included; without `wl` the 100 largest holders (AI-16)',
  params: z.object({ asset_id: objectId }),
  query: z.object({ wl: commaList(addressInput).optional() }),
  status: 200,
  response: z.object({
    list: z.array(z.object({ asset_id: objectId, holder: z.object({ address, quantity: decimalString }) })),
  }),
  errors: ['not_found'],
  cacheable: true,
})

export const syncAsset = endpoint({
  name: 'syncAsset',
  service,
  method: 'POST',
  path: `${base.public}/asset/:asset_id/sync`,
  auth: visitor,
  summary: 'Asks for the metadata and picture again; `force=1` at most once a minute per asset (AI-2)',
  params: z.object({ asset_id: objectId }),
  query: z.object({ force: queryFlag.optional() }),
  status: 200,
  response: z.object({ asset_id: objectId, queued: z.boolean(), metadata: syncInfo, image: syncInfo }),
  errors: ['not_found', 'rate_limited'],
  limit: 'sync',
})

export const getCollection = endpoint({
  name: 'getCollection',
  service,
  method: 'GET',
  path: `${base.public}/collection`,
  auth: visitor,
  summary: 'One collection by id or slug',
  query: z.object({ id: idOrSlug }),
  status: 200,
  response: collection,
  errors: ['required_parameter', 'not_found', 'collection_suspended'],
  cacheable: true,
})

export const listCollections = endpoint({
  name: 'listCollections',
  service,
  method: 'GET',
  path: `${base.public}/collections`,
  auth: visitor,
  summary: 'Collections with items, owners, floor and volume, the largest volume first',
  query: z.object({
    bc: commaList(blockchain).optional(),
    cl: commaList(idOrSlug, 50).optional(),
    count,
    ...pageQuery,
  }),
  status: 200,
  response: page(collection),
  errors: ['validation'],
  cacheable: true,
})

export const searchCollections = endpoint({
  name: 'searchCollections',
  service,
  method: 'GET',
  path: `${base.public}/collections/search`,
  auth: visitor,
  summary: 'At most ten collections by a part of the name or slug, or the start of the address (AI-17)',
  query: z.object({ q: z.string().trim().min(2).max(100) }),
  status: 200,
  response: z.object({ list: z.array(collection) }),
  errors: ['required_parameter', 'validation'],
  cacheable: true,
  limit: 'search',
})

export const listEvents = endpoint({
  name: 'listEvents',
  service,
  method: 'GET',
  path: `${base.public}/events`,
  auth: visitor,
  summary: 'Activity: mints, burns, transfers, listings, offers, cancels and sales, newest first',
  query: z.object({ ...eventFilters, count, ...pageQuery }),
  status: 200,
  response: page(activityEvent),
  errors: ['validation'],
  cacheable: true,
})

export const getEvent = endpoint({
  name: 'getEvent',
  service,
  method: 'GET',
  path: `${base.public}/event`,
  auth: visitor,
  summary: 'The first event of the same filters, for example the last sale of an asset',
  query: z.object(eventFilters),
  status: 200,
  response: activityEvent,
  errors: ['validation', 'not_found'],
  cacheable: true,
})

export const listTraits = endpoint({
  name: 'listTraits',
  service,
  method: 'GET',
  path: `${base.public}/traits`,
  auth: visitor,
  summary:
    'Trait keys of a collection with their values (the 200 commonest of a key) or their range; with filters of /assets the counts are of what matches these, those of the same key apart',
  query: z.looseObject({ collection_id: idOrSlug, ...assetFilters }).transform(withTraits),
  status: 200,
  response: z.object({ collection_id: objectId, items: z.int(), traits: z.array(traitEntry) }),
  errors: ['required_parameter', 'not_found', 'validation'],
  cacheable: true,
})

/** The body is the file's bytes, not JSON: pages use the path as an image source. */
export const getMedia = endpoint({
  name: 'getMedia',
  service,
  method: 'GET',
  path: '/media/:file',
  auth: visitor,
  summary: 'A picture made by us, named by its content: it never changes',
  params: z.object({ file: z.string().regex(/^[0-9a-f]{64}\.webp$/, 'not a media file') }),
  status: 200,
  response: z.unknown(),
  errors: ['not_found'],
})

export const assetIndexerHttp = {
  getAsset,
  listAssets,
  getBalances,
  syncAsset,
  getCollection,
  listCollections,
  searchCollections,
  listEvents,
  getEvent,
  listTraits,
  getAssetHistory,
  getCollectionHistory,
  getMedia,
  getWallet,
  ...assetIndexerAdminHttp,
}
