import { z } from 'zod'
import { price, priceFamily } from './asset-indexer-shapes.ts'
import { cursor, cursorList, decimalString, hash, isoTime, objectId } from './common.ts'
import { base, endpoint } from './contract.ts'

const service = 'asset-indexer'
const visitor = { kind: 'visitor' } as const

/** A day of Thailand. */
const day = z.iso.date()
/** A decimal in display units of the family. */
const amount = z.string()

const saleEntry = z.object({
  time: isoTime,
  asset: z.object({ id: objectId, name: z.string(), r360: z.string().nullable() }),
  /** units that were sold; `price` is for one of them */
  amount: decimalString,
  price,
  transaction: z.object({ hash, block: decimalString, log_index: z.int() }),
})
export type Sale = z.infer<typeof saleEntry>

const cursorQuery = { cs: cursor.optional(), lm: z.coerce.number().int().min(1).max(100).default(10) }

export const getAssetHistory = endpoint({
  name: 'getAssetHistory',
  service,
  method: 'GET',
  path: `${base.public}/asset/:asset_id/history`,
  auth: visitor,
  summary:
    'What an asset was sold for, the newest first. An addition of this project: the specification names no such call.',
  params: z.object({ asset_id: objectId }),
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
  params: z.object({ collection_id: z.string().min(1).max(100) }),
  query: z.object({
    cv: priceFamily.default('thb'),
    days: z.coerce.number().int().min(1).max(365).default(90),
    ...cursorQuery,
  }),
  status: 200,
  response: z.object({
    collection_id: objectId,
    family: priceFamily,
    /** first and last day of the range */
    from: day,
    to: day,
    /** days without a sale are left out; `low` and `high` are prices of one unit */
    days: z.array(
      z.object({ day, sales: z.int(), units: decimalString, volume: amount, low: amount, high: amount }),
    ),
    /** each stands until the next one; null: nothing was listed. Before the first one it is not known. */
    floors: z.array(z.object({ day, floor: amount.nullable() })),
    sales: cursorList(saleEntry),
  }),
  errors: ['not_found', 'collection_suspended', 'bad_cursor', 'validation'],
  cacheable: true,
})
export type CollectionHistory = z.infer<typeof getCollectionHistory.response>
