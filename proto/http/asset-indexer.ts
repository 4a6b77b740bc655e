import { z } from 'zod'
import {
  address,
  addressInput,
  blockchain,
  commaList,
  decimalString,
  hash,
  isoTime,
  objectId,
  page,
  pageQuery,
  queryFlag,
} from './common.ts'
import { base, endpoint } from './contract.ts'

const service = 'asset-indexer'
const visitor = { kind: 'visitor' } as const

/** Price families of the site: THB and JFIN (GW table: cv, cu). */
export const priceFamily = z.enum(['thb', 'jfin'])

/** A plain decimal of a query, in display units: "20", "0.01". */
const decimalText = z.string().regex(/^-?[0-9]{1,30}(\.[0-9]{1,18})?$/, 'must be a decimal number')

const direction = z
  .enum(['a', 'asc', 'd', 'desc'])
  .transform((text) => (text.startsWith('a') ? ('asc' as const) : ('desc' as const)))

/** A collection or asset reference by id or by slug: 24 hex is read as an id first. */
const idOrSlug = z.string().min(1).max(100)

/** GW-20: total and pages are counted only when asked for. */
const count = queryFlag.optional()

/** One entry of the trait filter (WB-6, AI-13); `valueTo` present, even empty, makes it a range. */
export type TraitFilter = { key: string; value: string; valueTo?: string }

const TRAIT_PARAMETER = /^tr\[([0-9]{1,3})\]\[(key|value|valueTo)\]$/
const MAX_TRAITS = 50

/** The query parameters `tr[0][key]=…&tr[0][value]=…` of a trait filter. */
export function traitQuery(filters: readonly TraitFilter[]): Record<string, string> {
  const entries = filters.flatMap((filter, index) =>
    Object.entries(filter).map(([name, value]): [string, string] => [`tr[${index}][${name}]`, value]),
  )
  return Object.fromEntries(entries)
}

function readTraits(query: Record<string, unknown>): TraitFilter[] | undefined {
  const found = new Map<number, Partial<TraitFilter>>()
  for (const [name, value] of Object.entries(query)) {
    const match = TRAIT_PARAMETER.exec(name)
    if (!match) continue
    if (typeof value !== 'string' || value.length > 200) return undefined
    const index = Number(match[1])
    found.set(index, { ...found.get(index), [match[2] ?? '']: value })
  }
  if (found.size > MAX_TRAITS) return undefined
  const filters = [...found.entries()].sort(([a], [b]) => a - b).map(([, filter]) => filter)
  const whole = filters.flatMap(({ key, value, valueTo }) =>
    key === undefined || key === ''
      ? []
      : [{ key, value: value ?? '', ...(valueTo === undefined ? {} : { valueTo }) }],
  )
  return whole.length === filters.length ? whole : undefined
}

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
  q: z.string().trim().min(2).max(100).optional(),
  sr: assetSort.optional(),
  sd: direction.optional(),
  count,
}

const assetsQuery = z.looseObject({ ...assetFilters, ...pageQuery }).transform((query, context) => {
  const traits = readTraits(query)
  if (!traits) context.addIssue({ code: 'custom', path: ['tr'], message: 'trait filter is not valid' })
  return { ...query, traits: traits ?? [] }
})

const contract = z.object({ blockchain, address, type: z.enum(['erc721', 'erc1155']) })

/** A price, of one unit of the asset or, in an event, of all its units: `value` is in display units. */
export const price = z.object({
  token_address: address,
  symbol: z.string(),
  raw: decimalString,
  value: z.string(),
  family: priceFamily,
  decimals: z.int(),
})
export type Price = z.infer<typeof price>

const collectionSummary = z.object({ id: objectId, slug: z.string(), name: z.string() })

/** AI-1 */
export const syncState = z.enum(['pending', 'updating', 'ready', 'failed', 'frozen', 'sleep', 'dead'])
const syncInfo = z.object({ state: syncState, synced_at: isoTime.nullable(), error: z.string().nullable() })

export const attribute = z.object({
  trait_type: z.string(),
  value: z.string(),
  display_type: z.string().nullable(),
  /** how many assets of the collection share the value; percent of them; 100 / percent (AI-12) */
  count: z.int(),
  percent: z.number(),
  rarity: z.number(),
})

/** Asset of M§3. Names and descriptions are text from strangers: show them as text only. */
export const asset = z.object({
  _id: objectId,
  contract,
  collection: collectionSummary,
  token: z.object({ id: decimalString, number: z.number().nullable() }),
  metadata: z.object({
    name: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    external_url: z.string().nullable(),
    attributes: z.array(attribute),
  }),
  /** `r360` and `r800` are paths below this site; null until the picture is ready (AI-20) */
  image: z.object({
    source: z.string().nullable(),
    mime: z.string().nullable(),
    r360: z.string().nullable(),
    r800: z.string().nullable(),
  }),
  recent: z.object({ owner: address.nullable(), supply: decimalString, block: decimalString }),
  internal: z.object({
    metadata: syncInfo,
    image: syncInfo,
    /** how many addresses hold it; the holders of the wallets asked for by `wl` */
    holders_count: z.int(),
    holders: z.array(z.object({ address, quantity: decimalString })),
    orders: z.object({
      listings: z.int(),
      offers: z.int(),
      inactives: z.int(),
      last_sale: z.object({ price, block: decimalString, time: isoTime }).nullable(),
    }),
    rarity_score: z.number(),
  }),
  dynamic: z.object({
    best_price: z.object({ original: price, converted: z.string().nullable() }).nullable(),
    suspended: z.boolean(),
    tradable: z.boolean(),
  }),
})
export type Asset = z.infer<typeof asset>

export const collection = z.object({
  _id: objectId,
  slug: z.string(),
  name: z.string(),
  contract,
  /** path of a picture of one of its assets */
  image: z.string().nullable(),
  items: z.int(),
  owners: z.int(),
  listed: z.int(),
  /** lowest active listing and sum of all sales, in THB; null when there is none */
  floor: z.string().nullable(),
  volume: z.string(),
  suspended: z.boolean(),
})
export type Collection = z.infer<typeof collection>

/** The two-letter codes of `tp` and the words of M§3. */
export const eventTypes = {
  mt: 'mint',
  bn: 'burn',
  tr: 'transfer',
  li: 'list',
  of: 'offer',
  ca: 'cancel',
  sa: 'sale',
} as const

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
  sr: z.enum(['tm', 'bk']).optional(),
  sd: direction.optional(),
}

/** Activity event of M§3: one row per log and token, or per change of an order (AI-18). */
export const activityEvent = z.object({
  _id: z.string(),
  type: z.enum(['mint', 'burn', 'transfer', 'list', 'offer', 'cancel', 'sale']),
  time: isoTime,
  contract,
  token: z.object({ id: decimalString }),
  asset: z.object({
    id: objectId,
    name: z.string(),
    r360: z.string().nullable(),
    collection: collectionSummary,
  }),
  transfer: z.object({ from: address, to: address, amount: decimalString }).nullable(),
  order: z
    .object({
      id: objectId,
      hash,
      type: z.enum(['list', 'offer', 'deal']),
      offerer: address,
      amount: decimalString,
      price,
    })
    .nullable(),
  /** `price` is for `amount` units; null while the order itself is not known yet */
  sale: z
    .object({
      order_hash: hash,
      seller: address,
      buyer: address,
      amount: decimalString,
      shipper: z.boolean(),
      price: price.nullable(),
    })
    .nullable(),
  transaction: z.object({ hash, block: decimalString, log_index: z.int() }).nullable(),
})
export type ActivityEvent = z.infer<typeof activityEvent>

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

/** AI-11: `choice` offers the values; `range` offers from min to max. */
export const traitEntry = z.object({
  key: z.string(),
  kind: z.enum(['choice', 'range']),
  count: z.int(),
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  min: z.number().nullable(),
  max: z.number().nullable(),
})

export const listTraits = endpoint({
  name: 'listTraits',
  service,
  method: 'GET',
  path: `${base.public}/traits`,
  auth: visitor,
  summary: 'Trait keys of a collection with their values (the 200 commonest of a key) or their range',
  query: z.object({ collection_id: idOrSlug }),
  status: 200,
  response: z.object({ collection_id: objectId, items: z.int(), traits: z.array(traitEntry) }),
  errors: ['required_parameter', 'not_found'],
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
  getMedia,
}
