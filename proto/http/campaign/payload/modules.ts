import { z } from 'zod'
import { isoTime } from '../../common.ts'

/** What is written now; of 3.x what is known is read (CA-57). */
export const CURRENT_VERSION = '3.0'

/** CA-58: these would shadow fields of the system. */
const RESERVED: ReadonlySet<string> = new Set(
  '_id id version owner holder token_id item_id collection_id project_id contract created updated minted cid'.split(
    ' ',
  ),
)

/** CA-58: `version` of the payload itself apart. */
export const isReserved = (name: string) => RESERVED.has(name) || isSystemKey(name)
const isSystemKey = (name: string) => /^[$_]/.test(name)

const text = (max: number) => z.string(`must be text`).max(max, `must have at most ${max} characters`)

/** Keys of a map, which are merged by key (CA-59). */
const key = text(100)
  .min(1, 'must have a key')
  .refine((name) => !isSystemKey(name), 'a key must not begin with $ or _')

/** CA-60: `3 < 5` is a name, markup is none. */
const name = text(500)
  .refine((given) => given.trim() !== '', 'must have 1 to 500 characters')
  .refine((given) => !/<[\p{L}/!]/u.test(given), 'must not have HTML in it')

/** CA-61: what is written between two pairs of percent signs. */
export const VARIABLE = /%%([A-Za-z0-9_]+|attribute\.[^%]{1,100})%%/g
const MOST_VARIABLES = 50

const description = text(5_000).refine(
  (given) => [...given.matchAll(VARIABLE)].length <= MOST_VARIABLES,
  `must have at most ${MOST_VARIABLES} variables`,
)

const atLeastOne = (map: object) => Object.keys(map).length > 0
const atMost = (max: number) => (map: object) => Object.keys(map).length <= max

const assets = z
  .record(key, text(2_000), 'must be a map of texts')
  .refine(atLeastOne, 'must have at least one entry')
  .refine(atMost(50), 'must have at most 50 entries')

const number = z.number('must be a number')

/** CA-63: the usual display types of metadata. */
const attribute = z
  .strictObject(
    {
      value: z.union([number, text(500)], 'must be a number, or text of at most 500 characters'),
      display: z
        .enum(['number', 'boost_number', 'boost_percentage', 'date'], 'must be a known display type')
        .optional(),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? 'is no known field' : 'must be {value, display?}',
    },
  )
  .refine(({ value, display }) => display === undefined || typeof value === 'number', {
    error: 'must be a number where there is a display type',
    path: ['value'],
  })
  .refine(
    ({ value, display }) => display !== 'date' || typeof value !== 'number' || Number.isInteger(value),
    {
      error: 'must be whole unix seconds',
      path: ['value'],
    },
  )

const attributes = z
  .record(key, attribute, 'must be a map of attributes')
  .refine(atLeastOne, 'must have at least one attribute')
  .refine(atMost(100), 'must have at most 100 attributes')

/** CA-64. */
const table = z
  .strictObject({
    headers: z.array(text(500)).min(1, 'must have 1 to 20 headers').max(20, 'must have 1 to 20 headers'),
    records: z
      .array(z.array(z.union([number, text(500)], 'must be a number or text')))
      .max(500, 'must have at most 500 records'),
  })
  .superRefine(({ headers, records }, context) => {
    for (const [at, record] of records.entries())
      if (record.length !== headers.length)
        context.addIssue({
          code: 'custom',
          path: ['records', at],
          message: `must have as many cells as there are headers: ${headers.length}`,
        })
  })

/** CA-75: how a code is compared is how it is stored. */
export const code = z
  .string('must be text')
  .trim()
  .toUpperCase()
  .regex(/^[\x20-\x7e]{4,64}$/, 'must be 4 to 64 printable ASCII characters')
const count = z.int('must be a whole number').min(1, 'must be at least 1').max(2_147_483_647)
/** CA-69: when a coupon may be used; durations are seconds. */
export const timer = {
  limit: count.optional(),
  age: count.optional(),
  cooldown: count.optional(),
  active_start: isoTime.optional(),
  active_end: isoTime.optional(),
}
const isDistinct = (list: readonly string[]) => new Set(list).size === list.length
const SOURCES = ['code', 'codes', 'codegen', 'codepool'] as const

/** CA-66, CA-67, CA-69: only the shape; what a code is worth is decided where it is used. */
const couponCode = z
  .strictObject({
    code: code.optional(),
    codes: z.array(code).min(1).max(1_000).refine(isDistinct, 'must not name a code twice').optional(),
    codegen: z
      .union(
        [
          z.literal(true),
          z.strictObject({
            length: z.int().min(6).max(32).optional(),
            charset: z
              .string()
              .toUpperCase()
              .regex(/^[\x21-\x7e]{2,68}$/)
              .refine((all) => isDistinct([...all]))
              .optional(),
            prefix: z
              .string()
              .toUpperCase()
              .regex(/^[\x21-\x7e]{1,32}$/)
              .optional(),
          }),
        ],
        'must be true, or {length 6 to 32, charset, prefix}',
      )
      .optional(),
    codepool: text(100).min(1, 'must name a pool').optional(),
    public: z.literal(true, 'must be true where it is there').optional(),
    ...timer,
    description: text(5_000).optional(),
  })
  .superRefine((coupon, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path === '' ? [] : [path], message })
    const { codes, codepool, public: isPublic, active_start: start, active_end: end } = coupon
    if (SOURCES.filter((source) => coupon[source] !== undefined).length !== 1)
      refuse('', 'must have exactly one of code, codes, codegen and codepool') // CA-67
    if (codes && start === undefined) refuse('active_start', 'is required with codes') // CA-67
    if (codes && end === undefined) refuse('active_end', 'is required with codes')
    if (codepool !== undefined && isPublic) refuse('public', 'must not be combined with codepool') // CA-66
    if (start !== undefined && end !== undefined && Date.parse(start) >= Date.parse(end))
      refuse('active_end', 'must be after active_start')
  })

/** What a payload is made of, each part by its name. */
export const modules = {
  name,
  description,
  assets,
  attributes,
  table,
  'coupon-code': couponCode,
}
export type ModuleName = keyof typeof modules

/** CA-65. */
export const REQUIRED = ['name', 'assets', 'attributes'] as const satisfies readonly ModuleName[]

/** A payload as it is stored: valid when it was saved. What 3.x adds is carried along. */
export const payload = z.looseObject({
  version: z.string(),
  name: name.optional(),
  description: description.optional(),
  assets: assets.optional(),
  attributes: attributes.optional(),
  table: table.optional(),
  'coupon-code': couponCode.optional(),
})
export type Payload = z.infer<typeof payload>
