import { z } from 'zod'
import {
  addressInput,
  blockchain,
  COUNTED,
  commaList,
  decimalString,
  objectId,
  pageQuery,
  queryFlag,
  timeInput,
} from '../common.ts'
import { abstractId } from './abstract-id.ts'
import { priceFamily } from './shapes.ts'
import { readTraits } from './trait-filter.ts'

/** A plain decimal of a query, in display units: "20", "0.01". */
const decimalText = z.string().regex(/^-?[0-9]{1,30}(\.[0-9]{1,18})?$/, 'must be a decimal number')

export const direction = z
  .enum(['a', 'asc', 'd', 'desc'])
  .transform((text) => (text.startsWith('a') ? ('asc' as const) : ('desc' as const)))

/** A collection or asset reference by id or by slug: 24 hex is read as an id first. */
export const idOrSlug = z.string().min(1).max(100)

/** GW-20: total and pages are counted only when asked for. */
export const count = queryFlag.optional()

/** GW-29: asset sort codes. */
export const assetSort = z.enum(['ti', 'at', 'bk', 'sp', 'lp', 'op', 'lsp', 'lsb', 'lt'])

/** What collections are ranked by. An addition of this project. */
export const collectionSort = z.enum(['vo', 'fl', 'it', 'ow', 'li'])

const currencies = commaList(z.string().max(20))
  .optional()
  .describe('symbols of price tokens, or families such as thb, by commas')

export const assetFilters = {
  bc: commaList(blockchain).optional().describe('names of blockchains, by commas'),
  wl: commaList(addressInput).optional().describe('wallets, by commas'),
  cl: commaList(idOrSlug).optional().describe('collections by id or slug, by commas'),
  ad: commaList(addressInput).optional().describe('addresses of contracts, by commas'),
  ti: commaList(decimalString, 50).optional().describe('token ids, decimal, by commas'),
  ak: commaList(abstractId).optional().describe('kinds of what assets stand for, by commas (AI-7)'),
  ac: commaList(abstractId)
    .optional()
    .describe('virtual collections that assets stand for, by commas (AI-7)'),
  tg: commaList(abstractId)
    .optional()
    .describe('tags that split collections of one contract, by commas; with `bc`, `ad`, `ak`, `ac` (AI-7)'),
  as: commaList(objectId, 50)
    .optional()
    .describe(
      'asset ids; answered in this order unless `sr` is given, without what is suspended or not there (GW-37)',
    ),
  co: commaList(z.enum(['li', 'of', 'mine']))
    .optional()
    .describe('conditions by commas: li listed, of with offers, mine held by `wl`'),
  cu: currencies,
  cv: priceFamily
    .optional()
    .describe('family in which prices are compared, thb unless told; others are converted (OB-37)'),
  vf: decimalText.optional().describe('lowest price in display units, inclusive'),
  vt: decimalText.optional().describe('highest price in display units, inclusive'),
  is: queryFlag.optional().describe('1: suspended ones too'),
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
  sr: assetSort
    .optional()
    .describe(
      'what to sort by (GW-29): ti token id, at when it was found, bk block of the last activity (the usual one), sp best price (lowest listing, else highest offer), lp lowest listing, op highest offer, lsp price of the last sale, lsb block of the last sale, lt when it was last listed; what has none of it comes last',
    ),
  sd: direction
    .optional()
    .describe('a or asc: rising, the usual way for prices; d or desc: falling, for the others'),
  count: count.describe(COUNTED),
}

/** Adds the trait filters, which come as `tr[0][key]=…` (WB-6). */
export function withTraits<T extends Record<string, unknown>>(query: T, context: z.RefinementCtx) {
  const traits = readTraits(query)
  if (!traits) context.addIssue({ code: 'custom', path: ['tr'], message: 'trait filter is not valid' })
  return { ...query, traits: traits ?? [] }
}

export const assetsQuery = z
  .looseObject({ ...assetFilters, ...assetListing, ...pageQuery })
  .transform(withTraits)

export const eventFilters = {
  bc: commaList(blockchain).optional().describe('names of blockchains, by commas'),
  wl: commaList(addressInput).optional().describe('wallets, by commas'),
  ad: commaList(addressInput).optional().describe('addresses of contracts, by commas'),
  ti: decimalString.optional().describe('token id, decimal'),
  as: commaList(objectId, 50).optional().describe('ids of assets, by commas'),
  cl: commaList(idOrSlug).optional().describe('collections by id or slug, by commas'),
  tp: commaList(z.enum(['mt', 'bn', 'tr', 'li', 'of', 'ca', 'sa']))
    .optional()
    .describe('kinds by commas: mt mint, bn burn, tr transfer, li list, of offer, ca cancel, sa sale'),
  cu: currencies,
  cv: priceFamily
    .optional()
    .describe(
      'family in which `vf` and `vt` are; others are converted at the rate of now (OB-37). Without it the unit of `cu`, else thb',
    ),
  vf: decimalText.optional().describe('lowest price in display units, inclusive'),
  vt: decimalText.optional().describe('highest price in display units, inclusive'),
  sn: timeInput
    .optional()
    .describe(
      'since: what happened at that moment or later. Who keeps a copy asks with `sd=a` from some minutes before the newest known one on, as what is read late stands at its own time, and drops what is known by its `_id`',
    ),
  mg: queryFlag
    .optional()
    .describe(
      '1: one row for what is one thing: no transfer beside its sale, no cancel beside the new price',
    ),
  sr: z
    .enum(['tm', 'bk'])
    .optional()
    .describe('tm: by time, the usual one; bk: by block and place in it (GW-31)'),
  sd: direction.optional().describe('a or asc: rising; d or desc: falling'),
}
