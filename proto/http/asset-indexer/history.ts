import { z } from 'zod'
import { cursor, cursorList, decimalString, hash, isoTime, limit, objectId, queryInteger } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { price, priceFamily } from './shapes.ts'

const service = 'asset-indexer'
const visitor = { kind: 'visitor' } as const

/** A day of Thailand. */
const day = z.iso.date()
/** A decimal in display units of the family. */
const amount = z.string()

const saleEntry = z.object({
  time: isoTime.describe('time of the block of the sale'),
  asset: z
    .object({
      id: objectId.describe('id of the asset'),
      name: z.string().describe('name of the asset, text of a stranger'),
      r360: z.string().nullable().describe('path of the picture, 360 pixels wide; null until it is ready'),
    })
    .describe('what was sold'),
  amount: decimalString.describe('units that were sold; `price` is for one of them'),
  price: price.describe('price of one unit'),
  transaction: z
    .object({
      hash: hash.describe('hash of the transaction'),
      block: decimalString.describe('number of the block'),
      log_index: z.int().describe('place of the log in its block'),
    })
    .describe('where it happened on the chain'),
})
export type Sale = z.infer<typeof saleEntry>

const cursorQuery = {
  cs: cursor.optional().describe('where the list goes on: `nextCursor` of the page before'),
  lm: limit(10, 'length of a page'),
}

export const getAssetHistory = endpoint({
  name: 'getAssetHistory',
  service,
  method: 'GET',
  path: `${base.public}/asset/:asset_id/history`,
  auth: visitor,
  summary:
    'What an asset was sold for, the newest first. An addition of this project: the specification names no such call.',
  params: z.object({ asset_id: objectId.describe('id of the asset') }),
  query: z.object(cursorQuery),
  status: 200,
  response: cursorList(saleEntry),
  errors: ['not_found', 'bad_cursor', 'validation'],
  cacheable: true,
})

export const getCollectionHistory = endpoint({
  name: 'getCollectionHistory',
  service,
  method: 'GET',
  path: `${base.public}/collection/:collection_id/history`,
  auth: visitor,
  summary:
    'Sales, volume and floor of a collection by day of Thailand, and its last sales, in one price family. An addition of this project: the specification names no such call.',
  params: z.object({
    collection_id: z.string().min(1).max(100).describe('id of the collection; in the request its slug too'),
  }),
  query: z.object({
    cv: priceFamily.default('thb').describe('price family of the answer'),
    days: queryInteger(1, 365).prefault(90).describe('days back from today'),
    ...cursorQuery,
  }),
  status: 200,
  response: z.object({
    collection_id: objectId.describe('id of the collection; in the request its slug too'),
    family: priceFamily.describe('price family, thb or jfin'),
    from: day.describe('first and last day of the range'),
    to: day.describe('last day of the range'),
    days: z
      .array(
        z.object({
          day: day.describe('day of Thailand'),
          sales: z.int().describe('how many sales there were'),
          units: decimalString.describe('units that were sold'),
          volume: amount.describe('sum of all sales, in display units of the family'),
          low: amount.describe('lowest price of one unit'),
          high: amount.describe('highest price of one unit'),
        }),
      )
      .describe('days without a sale are left out; `low` and `high` are prices of one unit'),
    floors: z
      .array(
        z.object({
          day: day.describe('day of Thailand'),
          floor: amount.nullable().describe('lowest open listing'),
        }),
      )
      .describe(
        'each stands until the next one; null: nothing was listed. Before the first one it is not known.',
      ),
    sales: cursorList(saleEntry).describe('its sales, a page of them'),
  }),
  errors: ['not_found', 'collection_suspended', 'bad_cursor', 'validation'],
  cacheable: true,
})
export type CollectionHistory = z.infer<typeof getCollectionHistory.response>
