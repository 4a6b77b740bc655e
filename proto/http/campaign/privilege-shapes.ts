import { z } from 'zod'
import { decimalString, isoTime, objectId, plainWords, slug, words } from '../common.ts'
import { metaTimer } from './coupon-shapes.ts'
import { entryName } from './virtual-shapes.ts'

export const projectId = objectId.describe('id of the project')
export const privilegeId = objectId.describe('id of the privilege')
export const privilegeBindingId = objectId.describe('id of the binding')

const MOST_DATA = 16_000
const MOST_RANGES = 200
const MOST_ASSETS = 50
const MOST_QUANTITY = 1_000_000

/** CA-54: tokens of an item are numbered from 1, in 32 bits. */
const number = decimalString.refine(
  (text) => BigInt(text) >= 1n && BigInt(text) <= 4_294_967_295n,
  'must be a number from 1 to 4294967295',
)
const range = z
  .tuple([number, number])
  .refine(([from, to]) => BigInt(from) <= BigInt(to), 'must not end before it begins')

const slugShown = z.string().describe('its name in programs, of no other privilege of the project')

/** What is said of a privilege. */
export const privilegeTerms = {
  slug: slug.describe('its name in programs, of no other privilege of the project'),
  name: plainWords(500).min(1).describe('its name for people'),
  description: words(5_000).optional().describe('in words of its maker; usually none'),
  assets: z
    .record(entryName, words(2_000))
    .refine((map) => Object.keys(map).length <= MOST_ASSETS, `must have at most ${MOST_ASSETS} entries`)
    .optional()
    .describe('addresses of pictures and files by their names'),
  payload: z
    .record(z.string(), z.unknown())
    .refine((data) => JSON.stringify(data).length <= MOST_DATA, `must have at most ${MOST_DATA} characters`)
    .nullable()
    .optional()
    .describe('free data for programs, which everybody may read; null: none'),
  meta_timer: metaTimer.optional().describe('when it is good for something, and how often (CA-69)'),
  enabled: z.boolean().optional().describe('false: nobody has it now; usually true'),
}

/** CA-78: exactly one of a collection and an item; ranges are of an item. */
export const target = z
  .strictObject({
    collection_id: objectId.optional().describe('all items of this virtual collection'),
    item_id: objectId.optional().describe('this item'),
    token_ranges: z
      .array(range)
      .max(MOST_RANGES)
      .optional()
      .describe(
        'only tokens of the item with these numbers, as [from, to], both included; absent or empty: all',
      ),
  })
  .refine((one) => (one.collection_id === undefined) !== (one.item_id === undefined), {
    error: 'must name a collection or an item, and not both',
  })
  .refine((one) => one.item_id !== undefined || (one.token_ranges ?? []).length === 0, {
    error: 'are numbers of tokens of an item',
    path: ['token_ranges'],
  })

/** What is said of a binding. */
export const bindingTerms = {
  target: target.describe('what carries the privilege'),
  quantity: decimalString
    .refine((text) => Number(text) >= 1 && Number(text) <= MOST_QUANTITY, 'must be 1 to 1000000')
    .optional()
    .describe('how much of it each token carries; usually 1'),
  meta_timer: metaTimer.optional().describe('when this binding counts (CA-69)'),
  priority: z
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .optional()
    .describe('of bindings that name as much, the highest counts (CA-79); usually 0'),
  enabled: z.boolean().optional().describe('false: it does not count now; usually true'),
}

const shownTarget = z.object({
  collection_id: objectId
    .nullable()
    .describe('the virtual collection all of whose items carry it; null: an item does'),
  item_id: objectId.nullable().describe('the item that carries it; null: a collection does'),
  token_ranges: z
    .array(z.array(decimalString))
    .describe('only its tokens with these numbers, sorted and merged (CA-25); empty: all'),
})

const since = {
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it was changed last; to be sent back with a change (CA-15)'),
}

export const privilege = z.object({
  _id: privilegeId,
  project_id: objectId.describe('its project'),
  slug: slugShown,
  name: z.string().describe('its name for people'),
  description: z.string().describe('in words of its maker'),
  assets: z.record(z.string(), z.string()).describe('addresses of pictures and files by their names'),
  payload: z.record(z.string(), z.unknown()).nullable().describe('free data for programs; null: none'),
  meta_timer: metaTimer.describe('when it is good for something, and how often (CA-69)'),
  enabled: z.boolean().describe('false: nobody has it now'),
  ...since,
})

export const binding = z.object({
  _id: privilegeBindingId,
  project_id: objectId.describe('its project'),
  privilege_id: privilegeId,
  target: shownTarget.describe('what carries the privilege'),
  quantity: decimalString.describe('how much of it each token carries'),
  meta_timer: metaTimer.describe('when this binding counts (CA-69)'),
  priority: z.int().describe('of bindings that name as much, the highest counts'),
  enabled: z.boolean().describe('false: it does not count now'),
  ...since,
})
