import { inLanguage } from '@talad/proto/http/bilingual'
import { z } from 'zod'
import type { Way } from './asked.ts'
import type { Sentence } from './terms.ts'

const value = z.union([z.string(), z.number()])
const leaf = z.object({ trait: z.string(), op: z.string(), value: z.unknown() })
type Leaf = z.output<typeof leaf>
const joined = z.object({ all: z.array(z.unknown()).optional(), any: z.array(z.unknown()).optional() })

const opKeys: Readonly<Record<string, Sentence['key']>> = {
  eq: 'trait.eq',
  contains: 'trait.contains',
  neq: 'trait.neq',
  in: 'trait.in',
  nin: 'trait.nin',
  gt: 'trait.gt',
  gte: 'trait.gte',
  lt: 'trait.lt',
  lte: 'trait.lte',
  between: 'trait.between',
}

type Tell = (sentence: Sentence) => string

function leafWords({ trait, op, value: wanted }: Leaf, language: 'th' | 'en', tell: Tell): string {
  const named = inLanguage(trait, language)
  if (op === 'exists')
    return tell({ key: wanted === false ? 'trait.lacks' : 'trait.has', values: { trait: named } })
  const all = (Array.isArray(wanted) ? wanted : [wanted]).map((one) =>
    inLanguage(String(value.safeParse(one).data ?? ''), language),
  )
  const [from = '', to = ''] = all
  const key = opKeys[op] ?? 'trait.eq'
  return tell({ key, values: { trait: named, value: all.join(', '), from, to } })
}

/** CA-26: a condition on traits in words; it was checked when it was saved. */
export function conditionWords(given: unknown, language: 'th' | 'en', tell: Tell): string {
  const one = leaf.safeParse(given)
  if (one.success) return leafWords(one.data, language, tell)
  const { all, any } = joined.safeParse(given).data ?? {}
  const negated = z.object({ not: z.looseObject({}) }).safeParse(given)
  if (negated.success)
    return tell({ key: 'trait.not', values: { what: conditionWords(negated.data.not, language, tell) } })
  const join = (parts: readonly unknown[], key: Sentence['key']) =>
    parts
      .map((part) => {
        const words = conditionWords(part, language, tell)
        return parts.length > 1 && !leaf.safeParse(part).success ? `(${words})` : words
      })
      .join(` ${tell({ key })} `)
  return any ? join(any, 'trait.or') : join(all ?? [], 'trait.and')
}

/** Ranges that are named; of more than these nobody reads the rest. */
const MOST_RANGES = 3

/** CA-24, CA-25: which numbers are meant; undefined: any. */
export function numbersOf({
  displayTokenId,
  tokenId,
  tokenRanges = [],
}: Way): { text: string; isMore: boolean } | undefined {
  const one = displayTokenId ?? tokenId
  if (one !== undefined) return { text: one, isMore: false }
  if (tokenRanges.length === 0) return undefined
  const text = tokenRanges
    .slice(0, MOST_RANGES)
    .map(([from, to]) => (from === to ? String(from) : `${from}–${to}`))
    .join(', ')
  return { text, isMore: tokenRanges.length > MOST_RANGES }
}
