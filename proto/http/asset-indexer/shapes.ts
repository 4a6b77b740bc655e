import { z } from 'zod'
import { address, blockchain, decimalString, hash, isoTime, objectId } from '../common.ts'
import { issuerShown } from '../moderation/issuer.ts'
import { abstractShown } from './abstract-id.ts'

/** Price families of the site: THB and JFIN (GW table: cv, cu). */
export const priceFamily = z.enum(['thb', 'jfin'])

const contract = z.object({
  blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
  address: address.describe('address of the contract, lower case'),
  type: z.enum(['erc721', 'erc1155']).describe('standard of the contract'),
})

/** A price, of one unit of the asset or, in an event, of all its units: `value` is in display units. */
export const price = z.object({
  token_address: address.describe('address of the price token'),
  symbol: z.string().describe('symbol of the price token'),
  raw: decimalString.describe('in the smallest unit of the token'),
  value: z.string().describe('in display units, canonical decimal'),
  family: priceFamily.describe('price family, thb or jfin'),
  decimals: z.int().describe('decimals of the price token'),
})
export type Price = z.infer<typeof price>

const collectionSummary = z.object({
  id: objectId.describe('id of the collection'),
  slug: z.string().describe('short name in addresses of pages'),
  name: z.string().describe('name of the collection, text of a stranger'),
})

/** AI-1 */
const syncState = z.enum(['pending', 'updating', 'ready', 'failed', 'frozen', 'sleep', 'dead'])
export const syncInfo = z.object({
  state: syncState.describe('state of the sync (AI-1)'),
  synced_at: isoTime.nullable().describe('when it succeeded last'),
  error: z.string().nullable().describe('why it failed last, in a few fixed words'),
})

const attribute = z.object({
  trait_type: z.string().describe('name of the trait'),
  value: z.string().describe('value of the trait, as it is read (AI-10)'),
  display_type: z.string().nullable().describe('how the maker wants it shown'),
  count: z
    .int()
    .describe('how many assets of the collection share the value; percent of them; 100 / percent (AI-12)'),
  percent: z.number().describe('percent of the assets of the collection that have it'),
  rarity: z.number().describe('100 divided by percent'),
  star: z.boolean().describe('shown on cards (AI-10)'),
})

/** Asset of M§3. Names and descriptions are text from strangers: show them as text only. */
export const asset = z.object({
  _id: objectId.describe('id of the asset'),
  contract: contract.describe('contract of the asset'),
  collection: collectionSummary.describe('the collection of the asset'),
  token: z
    .object({
      id: decimalString.describe('token id, decimal'),
      number: z.number().nullable().describe('number within its collection, as far as there is one'),
      abstract: abstractShown,
    })
    .describe('the token within its contract'),
  metadata: z
    .object({
      name: z.string().describe('name, text of a stranger'),
      description: z.string().describe('text of a stranger'),
      image: z.string().nullable().describe('the picture'),
      external_url: z.string().nullable().describe('page of the maker; may lead anywhere'),
      attributes: z.array(attribute).describe('traits with how common they are'),
    })
    .describe('what its maker says of it'),
  image: z
    .object({
      source: z.string().nullable().describe('where the picture was fetched from'),
      mime: z.string().nullable().describe('content type of the source'),
      r360: z.string().nullable().describe('path of the picture, 360 pixels wide; null until it is ready'),
      r800: z.string().nullable().describe('path of the picture, 800 pixels wide; null until it is ready'),
    })
    .describe('the picture'),
  media: z
    .object({
      type: z
        .int()
        .describe(
          '2 video, 3 sound; else not played here: 0 unknown, 1 picture, 4 application, 5 font, 6 text',
        ),
      source: z.string().nullable().describe('where it lies; null: in the metadata itself'),
      path: z
        .string()
        .nullable()
        .describe('path of this site from which it is played, in parts; null: it is not'),
    })
    .nullable()
    .describe('a video or a sound that the metadata names (AI-21); null: none that is known'),
  recent: z
    .object({
      owner: address.nullable().describe('who holds the one unit; null for assets of many units'),
      supply: decimalString.describe('units that exist'),
      block: decimalString.describe('number of the block'),
    })
    .describe('as of the newest block'),
  internal: z
    .object({
      metadata: syncInfo.describe('what its maker says of it'),
      image: syncInfo.describe('the picture'),
      holders_count: z
        .int()
        .describe('how many addresses hold it; the holders of the wallets asked for by `wl`'),
      holders: z
        .array(
          z.object({
            address: address.describe('wallet that holds it'),
            quantity: decimalString.describe('units held'),
          }),
        )
        .describe('the wallets of `wl` that hold it, and how many units'),
      orders: z
        .object({
          listings: z.int().describe('open listings'),
          offers: z.int().describe('open offers'),
          inactives: z.int().describe('orders that are not fillable now'),
          for_sale: decimalString.describe(
            'units on sale in all listings together, of a seller no more than they hold',
          ),
          last_sale: z
            .object({
              price: price.describe('of one unit'),
              block: decimalString.describe('number of the block of the sale'),
              time: isoTime.describe('time of the block of the sale'),
            })
            .nullable()
            .describe('newest sale; null: never sold'),
        })
        .describe('what is open of it'),
      utility_usage: z.int().min(0).describe('how often its benefits were used in campaigns (AI-27)'),
      rarity_score: z.number().describe('sum over its traits: higher is rarer'),
    })
    .describe('what the market knows of it'),
  dynamic: z
    .object({
      best_price: z
        .object({
          original: price.describe('as it was asked'),
          converted: z
            .string()
            .nullable()
            .describe('in the family of `cv`, decimal; null without a rate of the last 15 minutes (OB-37)'),
        })
        .nullable()
        .describe('lowest listing, else highest offer; null: neither'),
      own_price: price
        .nullable()
        .describe('of one unit, in the cheapest listing of the wallets asked for by `wl`; null without one'),
      issuer: issuerShown
        .nullable()
        .describe('whose the most specific range is that holds the token (AI-9); null: of nobody known here'),
      suspended: z.boolean().describe('suspended: shown, not traded'),
      tradable: z.boolean().describe('whether it can be listed and bought'),
    })
    .describe('what changes with the market'),
})
export type Asset = z.infer<typeof asset>

/** AI-8: whether an admin has checked who made a collection; needed: its assets can't be traded until then. */
export const verificationState = z.enum(['none', 'needed', 'verified'])
export type VerificationState = z.infer<typeof verificationState>
/** What was checked of a verified collection. */
export const collectionCheck = z.enum(['contract_owner', 'website', 'social', 'identity', 'rights'])
export type CollectionCheck = z.infer<typeof collectionCheck>

export const collection = z.object({
  _id: objectId.describe('id of the collection'),
  slug: z.string().describe('short name in addresses of pages'),
  name: z.string().describe('name of the collection, text of a stranger'),
  description: z
    .string()
    .describe(
      'what the contract tells of it (ERC-7572), plain text of a stranger, at most 5000 characters, in lists the first 300; may be empty',
    ),
  creator: address
    .nullable()
    .describe('wallet that owns the contract (ERC-173); null: nobody, or it does not tell'),
  contract: contract.describe('contract of the collection'),
  image: z.string().nullable().describe('path of a picture of one of its assets'),
  items: z.int().describe('how many assets it has'),
  owners: z.int().describe('wallets that hold any'),
  listed: z.int().describe('assets with an open listing'),
  floor: z
    .string()
    .nullable()
    .describe(
      'lowest active listing in baht, what is priced in JFIN converted (OB-37); null when there is none, or no rate',
    ),
  volume: z.string().describe('sum of all sales, in display units of the family'),
  suspended: z.boolean().describe('suspended: shown, not traded'),
  verification: z
    .object({
      state: verificationState.describe('needed: not traded until its creator is verified (AI-8)'),
      checks: z
        .array(collectionCheck)
        .describe('what was checked: who owns the contract, their site, social accounts, identity, rights'),
      at: isoTime.nullable().describe('when it was verified; null: it is not'),
    })
    .describe('what an admin has checked of who made it'),
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
  _id: z.string().describe('id of the event: block, log and item, or the order and its change'),
  type: z.enum(['mint', 'burn', 'transfer', 'list', 'offer', 'cancel', 'sale']).describe('what happened'),
  time: isoTime.describe('time of its block, or of the change of the order'),
  contract: contract.describe('contract of the asset'),
  token: z
    .object({ id: decimalString.describe('token id, decimal') })
    .describe('the token within its contract'),
  asset: z
    .object({
      id: objectId.describe('id of the asset'),
      name: z.string().describe('name of the asset, text of a stranger'),
      r360: z.string().nullable().describe('path of the picture, 360 pixels wide; null until it is ready'),
      collection: collectionSummary.describe('the collection of the asset'),
    })
    .describe('the asset that it happened to'),
  transfer: z
    .object({
      from: address.describe('who gave'),
      to: address.describe('who got'),
      amount: decimalString.describe('units that moved'),
    })
    .nullable()
    .describe('who gave to whom; null when nothing moved'),
  order: z
    .object({
      id: objectId.describe('id of the order'),
      hash: hash.describe('hash of the order'),
      type: z
        .enum(['list', 'offer', 'deal'])
        .describe('listing, offer, or deal with one counterparty (OB-7)'),
      offerer: address.describe('wallet that signed the order'),
      amount: decimalString.describe('units that the order is about'),
      price: price.describe('price of all units'),
      ends: isoTime.describe('when it ends, or would have ended'),
      open: z.boolean().describe('whether it can still be bought or accepted'),
    })
    .nullable()
    .describe('the order that was put or ended; null otherwise'),
  sale: z
    .object({
      order_hash: hash.describe('hash of the order'),
      seller: address.describe('wallet that sold'),
      buyer: address.describe('wallet that bought'),
      amount: decimalString.describe('units that were sold'),
      shipper: z.boolean().describe('true: paid in baht through this site'),
      price: price.nullable().describe('price of all units'),
    })
    .nullable()
    .describe('`price` is for `amount` units; null while the order itself is not known yet'),
  transaction: z
    .object({
      hash: hash.describe('hash of the transaction'),
      block: decimalString.describe('number of the block'),
      log_index: z.int().describe('place of the log in its block'),
    })
    .nullable()
    .describe('where it happened on the chain'),
})
export type ActivityEvent = z.infer<typeof activityEvent>

/** AI-11: `choice` offers the values; `range` offers from min to max. */
export const traitEntry = z.object({
  key: z.string().describe('name of the trait'),
  kind: z.enum(['choice', 'range']).describe('choice: pick values; range: pick from min to max'),
  count: z.int().describe('how many assets have it'),
  values: z
    .array(
      z.object({
        value: z.string().describe('value as it is read'),
        original: z
          .string()
          .describe('as a maker wrote it (AI-10); of several texts that read so the first by its letters'),
        count: z.int().describe('how many assets have it'),
      }),
    )
    .describe('its values, the commonest first'),
  min: z.number().nullable().describe('lowest value of a range'),
  max: z.number().nullable().describe('highest value of a range'),
})
