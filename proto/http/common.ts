import { z } from 'zod'

/** GW-8: every error body, RFC 9457. Clients branch on `code` only. */
export const problem = z.object({
  type: z
    .string()
    .describe(
      'where the documentation tells of the code: a reference relative to the address that was asked',
    ),
  title: z.string().describe('name of the status'),
  status: z.int().describe('HTTP status'),
  code: z.string().describe('what to branch on; never changes'),
  message: z.string().describe('for people, in Thai or English by Accept-Language'),
  field: z.string().optional().describe('what in the request it is about, dotted'),
  details: z.record(z.string(), z.unknown()).optional().describe('facts that a client may show'),
  rule: z.string().optional().describe('rule of the specification'),
  requestId: z.string().describe('to quote when asking for help; also the header x-request-id'),
})
export type Problem = z.infer<typeof problem>

/** GW-12: 24 lower-case hex characters. */
export const objectId = z.string().regex(/^[0-9a-f]{24}$/, 'must be 24 lower-case hex characters')

/** A§5, GW-17: 0x and 40 hex characters, any case; the service checks EIP-55 when cases are mixed, and lower-cases. */
export const addressInput = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'Invalid Ethereum address format')
export const address = z.string().regex(/^0x[0-9a-f]{40}$/)

/** M§5: hashes and salts are 66 characters. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 lower-case hex characters')

/** GW-16: raw token amounts, token ids and block numbers are decimal strings. */
export const decimalString = z.string().regex(/^(0|[1-9][0-9]{0,77})$/, {
  error: 'must be a decimal string',
  abort: true, // what is refined further may take it for a number
})

/** GW-16: points are JSON integers, 100 a baht; a fraction or an amount above 2^53−1 is refused. */
export const points = z.int()

export const blockchain = z.string().min(1).max(30)
export const customerId = z.string().regex(/^join-.+$/)
/** GW-13: ISO-8601 UTC. */
export const isoTime = z.iso.datetime().refine((text) => !text.startsWith('0000'), 'there is no year 0')

const SECONDS_BELOW = 1e12
const fromNumber = (text: string) =>
  new Date(Number(text) < SECONDS_BELOW ? Number(text) * 1_000 : Number(text)).toISOString()

/** GW-13: a moment in a query: ISO-8601 UTC, or a number: below 1e12 unix seconds, else milliseconds. */
export const timeInput = z.union([
  isoTime,
  z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(fromNumber)
    .pipe(isoTime),
])

/** Words of people, trimmed: without NUL and halves of characters, which neither Postgres nor JSON keeps. */
export const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text without NUL')

/** Words that many read: plain text, in which nothing can be taken for markup. */
export const plainWords = (max: number) =>
  words(max).refine((text) => !/<[a-z!/?]|&#?\w+;/i.test(text), 'must be plain text without markup')

/** A text in both languages of the site (MO-37). */
export const bothLanguages = (max: number) =>
  z.strictObject({
    th: plainWords(max).min(1).describe('in Thai'),
    en: plainWords(max).min(1).describe('in English'),
  })

/** A§5: the name of something in addresses. */
export const slug = z
  .string()
  .regex(/^[a-z0-9_]{2,100}$/, 'must be 2 to 100 lower-case letters, digits or underscores')

/** Any boolean query code: 1/true and 0/false; anything else is a 400. */
export const queryFlag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true')

/** A comma list in a query, trimmed, without empties. */
export function commaList<T extends z.ZodType<unknown, string>>(item: T, max = 20) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item).min(1).max(max))
}

/** What `Number` would take beyond plain digits (`1e3`, `0x1`, nothing at all) is a mistake of who asks. */
const plainDigits = (given: string | number | undefined) =>
  typeof given === 'string' && !/^(0|[1-9][0-9]{0,14})$/.test(given) ? Number.NaN : given

/** A whole number of a query, in plain digits; one that is usual is given by `prefault`, which the documents then tell. */
export const queryInteger = (min: number, max: number) =>
  z.preprocess(plainDigits, z.coerce.number().int().min(min).max(max))

/** GW-19: page size 1–100, default 10; zero-based index. Above 100 is a 400, not clamped. */
export const pageQuery = {
  ps: queryInteger(1, 100).prefault(10).describe('length of a page'),
  pi: queryInteger(0, 1_000_000).prefault(0).describe('number of the page, from 0'),
}

const size = pageQuery.ps
const index = pageQuery.pi
/** GW-19: the same by the names that the calls of the campaign platform have for it. */
export const sizeAndIndex = { size, index }
export const pageAndSize = { page: index, size }
export const pageSizeAndIndex = { pageSize: size, pageIndex: index }

/** GW-22: how much of a list is answered at once; 20 of a history, 10 elsewhere. */
export const limit = (usual: 10 | 20, what: string) => queryInteger(1, 100).prefault(usual).describe(what)

/** GW-21: opaque, at most 50 characters. */
export const cursor = z.string().max(50)

/** Of lists that may be too long to be counted for each who asks. */
export const COUNTED =
  '1: count all entries, for `total` and `pages`; where that takes long, what was counted up to ten seconds ago is told'

/** GW-20: whether all entries are counted. */
export const counted = queryFlag.optional().describe('true or 1: total and pages are counted')

/** GW-18: lists of marketplace and public campaign calls are flat, those for a project's people lie under their plural; total and pages are null unless a count was asked for (GW-20). */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item).describe('this page of the list'),
    size: z.int().describe('length of a page'),
    index: z.int().describe('number of this page, from 0'),
    total: z.int().nullable().describe('entries in all; null unless a count was asked for'),
    pages: z.int().nullable().describe('pages in all; null unless a count was asked for'),
  })
}

/** GW-18: cursor lists. */
export function cursorList<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item).describe('this page of the list'),
    nextCursor: z.string().nullable().describe('`cs` of the next page; null: this is the last one'),
  })
}
