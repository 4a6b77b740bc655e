import { z } from 'zod'
import {
  address,
  addressInput,
  blockchain,
  COUNTED,
  commaList,
  decimalString,
  objectId,
  page,
  pageQuery,
  queryFlag,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { getWallet } from '../identity/wallet.ts'
import { getAssetHistory, getCollectionHistory } from './history.ts'
import {
  assetFilters,
  assetsQuery,
  collectionSort,
  count,
  direction,
  eventFilters,
  idOrSlug,
  withTraits,
} from './queries.ts'
import { activityEvent, asset, collection, priceFamily, syncInfo, traitEntry } from './shapes.ts'
import { traitConfigs } from './trait-config.ts'

export {
  type ActivityEvent,
  type Asset,
  type Collection,
  type CollectionCheck,
  collection,
  eventTypes,
  type Price,
  traitEntry,
  type VerificationState,
} from './shapes.ts'

export { type TraitFilter, traitQuery } from './trait-filter.ts'

const service = 'asset-indexer'
const visitor = { kind: 'visitor' } as const

export const getAsset = endpoint({
  name: 'getAsset',
  service,
  method: 'GET',
  path: `${base.public}/asset`,
  auth: visitor,
  summary:
    'One asset, by id or by blockchain, contract address and token id; `wl` adds what these wallets hold',
  query: z.object({
    id: objectId.optional().describe('id of the asset; else `bc`, `ad` and `ti`'),
    bc: blockchain.optional().describe('name of the blockchain, with `ad` and `ti`'),
    ad: addressInput.optional().describe('address of the contract'),
    ti: decimalString.optional().describe('token id, decimal'),
    wl: commaList(addressInput).optional().describe('wallets, by commas'),
    cv: priceFamily.optional().describe('family in which prices are compared: thb or jfin'),
    is: queryFlag.optional().describe('0: what is suspended is refused; shown otherwise (GW-7)'),
  }),
  status: 200,
  response: asset,
  errors: ['required_parameter', 'not_found', 'asset_suspended'],
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
  params: z.object({ asset_id: objectId.describe('id of the asset') }),
  query: z.object({ wl: commaList(addressInput).optional().describe('wallets, by commas') }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          asset_id: objectId.describe('id of the asset'),
          holder: z
            .object({
              address: address.describe('the wallet'),
              quantity: decimalString.describe('units held'),
            })
            .describe('who holds it'),
        }),
      )
      .describe('this page of the list'),
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
  summary: 'Asks for the metadata and picture again; `force` at most once a minute per asset (AI-2)',
  params: z.object({ asset_id: objectId.describe('id of the asset') }),
  query: z.object({ force: queryFlag.optional().describe('1: as `force` of the body') }),
  body: z
    .object({ force: z.boolean().optional().describe('true: also when it was fetched a moment ago') })
    .nullish()
    .transform((body) => body ?? {}),
  status: 200,
  response: z.object({
    asset_id: objectId.describe('id of the asset'),
    queued: z.boolean().describe('whether it will be fetched'),
    metadata: syncInfo.describe('how the metadata stands'),
    image: syncInfo.describe('how the picture stands'),
  }),
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
  query: z.object({ id: idOrSlug.describe('id or slug of the collection') }),
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
  summary: 'Collections with items, owners, floor and volume; by default the largest volume first',
  query: z.object({
    bc: commaList(blockchain).optional().describe('names of blockchains, by commas'),
    cl: commaList(idOrSlug, 50).optional().describe('collections by id or slug, by commas'),
    sr: collectionSort
      .optional()
      .describe('what to rank by: vo volume (the default), fl floor, it items, ow owners, li listed items'),
    sd: direction.optional().describe('a or asc: rising; d or desc: falling, the default but for fl'),
    count: count.describe('1: count all entries, for `total` and `pages`'),
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
  query: z.object({
    q: z.string().trim().min(2).max(100).describe('part of a name, at least two characters'),
  }),
  status: 200,
  response: z.object({ list: z.array(collection).describe('this page of the list') }),
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
  query: z.object({
    ...eventFilters,
    count: count.describe(COUNTED),
    ...pageQuery,
  }),
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
  query: z
    .looseObject({ collection_id: idOrSlug.describe('id or slug of the collection'), ...assetFilters })
    .transform(withTraits),
  status: 200,
  response: z.object({
    collection_id: objectId.describe('id or slug of the collection'),
    items: z.int().describe('how many assets the collection has'),
    traits: z.array(traitEntry).describe('traits of the collection'),
    configs: traitConfigs,
    summary: z
      .object({
        keys: z.int().describe('different traits'),
        values: z.int().describe('different values of all traits together, also those that are not sent'),
      })
      .describe('how many there are in the whole collection'),
  }),
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
  params: z.object({
    file: z
      .string()
      .regex(/^[0-9a-f]{64}\.webp$/, 'not a media file')
      .describe('name of the file, as in `r360` and `r800`'),
  }),
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
}
