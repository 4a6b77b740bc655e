import { z } from 'zod'
import { address, blockchain, decimalString, hash, isoTime, objectId } from './common.ts'

/** Price families of the site: THB and JFIN (GW table: cv, cu). */
export const priceFamily = z.enum(['thb', 'jfin'])

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
const syncState = z.enum(['pending', 'updating', 'ready', 'failed', 'frozen', 'sleep', 'dead'])
export const syncInfo = z.object({
  state: syncState,
  synced_at: isoTime.nullable(),
  error: z.string().nullable(),
})

const attribute = z.object({
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
      for_sale: decimalString.describe(
        'units on sale in all listings together, of a seller no more than they hold',
      ),
      last_sale: z
        .object({ price: price.describe('of one unit'), block: decimalString, time: isoTime })
        .nullable(),
    }),
    rarity_score: z.number(),
  }),
  dynamic: z.object({
    best_price: z.object({ original: price, converted: z.string().nullable() }).nullable(),
    own_price: price
      .nullable()
      .describe('of one unit, in the cheapest listing of the wallets asked for by `wl`; null without one'),
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

/** AI-11: `choice` offers the values; `range` offers from min to max. */
export const traitEntry = z.object({
  key: z.string(),
  kind: z.enum(['choice', 'range']),
  count: z.int(),
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  min: z.number().nullable(),
  max: z.number().nullable(),
})
