import { type TraitFilter, traitQuery } from '@talad/proto/http/asset-indexer/assets'
import { z } from 'zod'

/** A number, or nothing: an end of a range that is open. */
const isEnd = (text: string) => /^(-?\d+(\.\d+)?)?$/.test(text)

const traitEntry = z
  .object({
    key: z.string(),
    value: z.string().default(''),
    valueTo: z.string().optional(),
  })
  .refine(({ value, valueTo }) => valueTo === undefined || (isEnd(value) && isEnd(valueTo)))
const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/)

/** In the address with commas between them. */
const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? given.split(',').filter((part) => part !== '') : given),
      z.array(item).min(1).max(max),
    )
    .optional()
    .catch(undefined)

export const sorts = ['price', 'price-down', 'newest', 'sold', 'number'] as const
export const states = ['listed', 'offered'] as const

/** What filters a list of assets, as the address of its page says it (WB-5, WB-6). What can't be read is left out. */
export const filterSearch = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  status: list(z.enum(states), states.length),
  /** slugs of the collections to look in */
  c: list(z.string().min(1).max(100), 20),
  from: decimal.optional().catch(undefined),
  to: decimal.optional().catch(undefined),
  /** families or symbols of price tokens */
  currency: list(z.string().min(1).max(20), 10),
  chain: list(z.string().min(1).max(30), 10),
  sort: z.enum(sorts).optional().catch(undefined),
  tr: z.array(traitEntry).max(50).optional().catch(undefined),
})
export type Filters = z.output<typeof filterSearch>
/** What several of may be chosen. */
export type Choices = 'status' | 'c' | 'currency' | 'chain'

/** What the address of a collection page may say. */
export const collectionSearch = filterSearch
  .omit({ q: true, c: true, chain: true })
  .extend({ tab: z.enum(['activity', 'traits']).optional().catch(undefined) })
export type CollectionSearch = z.output<typeof collectionSearch>

/** Sort codes of GW-29. Prices go up by default, everything else down. */
const sortCodes = {
  price: { sort: 'sp', direction: 'a' },
  'price-down': { sort: 'sp', direction: 'd' },
  newest: { sort: 'lt', direction: 'd' },
  sold: { sort: 'lsb', direction: 'd' },
  number: { sort: 'ti', direction: 'a' },
} as const

/** Fewer letters are searched for nowhere (AI-17). */
const SHORTEST = 2
/** What is searched for; nothing where it is too short for it. */
export function wordsOf({ q }: Filters): string | undefined {
  // spaces around it are no letters
  return q !== undefined && q.trim().length >= SHORTEST ? q : undefined
}

const conditions = { listed: 'li', offered: 'of' } as const

/** The trait entries as the contract writes them. */
function written(traits: Filters['tr']): TraitFilter[] {
  return (traits ?? []).map(({ key, value, valueTo }) =>
    valueTo === undefined ? { key, value } : { key, value, valueTo },
  )
}

/** The family that prices are in: baht, unless nothing else than JFIN is asked for; others are converted (OB-37). */
export function familyOf({ currency }: Filters): 'thb' | 'jfin' {
  return currency?.every((code) => code.endsWith('jfin')) ? 'jfin' : 'thb'
}

/** The filters as the indexer takes them. */
export function filterQuery(search: Filters): Record<string, string> {
  const { status, c, from, to, currency, chain, tr } = search
  const family = familyOf(search)
  const q = wordsOf(search)
  return {
    ...(q ? { q } : {}),
    ...(status ? { co: status.map((name) => conditions[name]).join(',') } : {}),
    ...(c ? { cl: c.join(',') } : {}),
    ...(currency ? { cu: currency.join(',') } : {}),
    ...(chain ? { bc: chain.join(',') } : {}), // WB-18: none chosen is all that are enabled
    ...(from ? { vf: from } : {}),
    ...(to ? { vt: to } : {}),
    ...(from || to || family !== 'thb' ? { cv: family } : {}),
    ...traitQuery(written(tr)),
  }
}

/** The asset query of a collection page's address. */
export function assetFilterOf(collection: string, search: Filters) {
  return { collection, query: filterQuery(search), ...sortCodes[search.sort ?? 'price'] }
}

/** The asset query of the whole market: of words what fits best comes first, until an order is chosen (AI-17). */
export function marketFilterOf(search: Filters) {
  const order = search.sort === undefined && wordsOf(search) ? {} : sortCodes[search.sort ?? 'price']
  return { query: filterQuery(search), ...order }
}

/** Whether two ends of a range can be meant: numbers, one may be open, and the lower one isn't above the other. */
export function isRange(from: string, to: string): boolean {
  return isEnd(from) && isEnd(to) && (from === '' || to === '' || Number(from) <= Number(to))
}

type Entry = NonNullable<Filters['tr']>[number]
const orNone = <T>(some: readonly T[]): T[] | undefined => (some.length === 0 ? undefined : [...some])

/** Takes one of several into a choice, or out of it. Traits belong to the collections that are chosen. */
export function toggle<S extends Filters>(search: S, choice: Choices, wanted: string): S {
  const now: readonly string[] = search[choice] ?? []
  const next = now.includes(wanted) ? now.filter((one) => one !== wanted) : [...now, wanted]
  return { ...search, ...(choice === 'c' && { tr: undefined }), [choice]: orNone(next) }
}

/** Ticks or unticks one value of a trait. */
export function toggleTrait<S extends Filters>(search: S, key: string, value: string): S {
  const entries = search.tr ?? []
  const has = hasTrait(search, key, value)
  const rest = entries.filter((entry) => entry.key !== key || entry.value !== value)
  return { ...search, tr: orNone<Entry>(has ? rest : [...entries, { key, value }]) }
}

export function hasTrait(search: Filters, key: string, value: string): boolean {
  return (search.tr ?? []).some(
    (entry) => entry.key === key && entry.value === value && entry.valueTo === undefined,
  )
}

/** Sets a range of a trait; both ends empty takes it away. WB-6: valueTo present, even empty, makes it a range. */
export function setRange<S extends Filters>(search: S, key: string, value: string, valueTo: string): S {
  const rest = (search.tr ?? []).filter((entry) => entry.key !== key)
  const isNone = value === '' && valueTo === ''
  return { ...search, tr: orNone<Entry>(isNone ? rest : [...rest, { key, value, valueTo }]) }
}

/** How many filters are on: the number on the button of a phone. */
export function activeFilters({ status, c, currency, chain, from, to, tr }: Filters): number {
  const chosen = [status, c, currency, chain, tr].reduce((sum, some) => sum + (some?.length ?? 0), 0)
  return chosen + (from || to ? 1 : 0)
}

/** The same page with no filter on. */
export function cleared<S extends Filters>(search: S): S {
  const none = { status: undefined, c: undefined, currency: undefined, chain: undefined, tr: undefined }
  return { ...search, ...none, from: undefined, to: undefined }
}
