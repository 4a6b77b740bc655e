import { type TraitFilter, traitQuery } from '@talad/proto/http/asset-indexer'
import { z } from 'zod'

const traitEntry = z.object({
  key: z.string(),
  value: z.string().default(''),
  valueTo: z.string().optional(),
})
const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/)

export const sorts = ['price', 'price-down', 'newest', 'sold', 'number'] as const

/** What the address of a collection page may say (WB-5, WB-6). What can't be read is left out. */
export const collectionSearch = z.object({
  status: z.literal('listed').optional().catch(undefined),
  from: decimal.optional().catch(undefined),
  to: decimal.optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
  tab: z.literal('activity').optional().catch(undefined),
  tr: z.array(traitEntry).max(50).optional().catch(undefined),
})
export type CollectionSearch = z.output<typeof collectionSearch>

/** Sort codes of GW-29. Prices go up by default, everything else down. */
const sortCodes = {
  price: { sort: 'sp', direction: 'a' },
  'price-down': { sort: 'sp', direction: 'd' },
  newest: { sort: 'lt', direction: 'd' },
  sold: { sort: 'lsb', direction: 'd' },
  number: { sort: 'ti', direction: 'a' },
} as const

/** The trait entries as the contract writes them. */
function written(traits: CollectionSearch['tr']): TraitFilter[] {
  return (traits ?? []).map(({ key, value, valueTo }) =>
    valueTo === undefined ? { key, value } : { key, value, valueTo },
  )
}

/** The asset query of a collection page's address. */
export function assetFilterOf(collection: string, search: CollectionSearch) {
  return {
    collection,
    listedOnly: search.status === 'listed',
    priceFrom: search.from,
    priceTo: search.to,
    ...sortCodes[search.sort ?? 'price'],
    traits: traitQuery(written(search.tr)),
  }
}

/** What the counts of the traits follow: everything that the address filters by. */
export function traitCountsQuery({ status, from, to, tr }: CollectionSearch) {
  return {
    ...(status ? { co: 'li' } : {}),
    ...(from ? { vf: from } : {}),
    ...(to ? { vt: to } : {}),
    ...(from || to ? { cv: 'thb' as const } : {}),
    ...traitQuery(written(tr)),
  }
}

/** Whether two ends of a range can be meant: one may be open, and the lower one isn't above the other. */
export function isRange(from: string, to: string): boolean {
  return from === '' || to === '' || Number(from) <= Number(to)
}

type Entry = NonNullable<CollectionSearch['tr']>[number]

function list(entries: readonly Entry[]): CollectionSearch['tr'] {
  return entries.length === 0 ? undefined : [...entries]
}

/** Ticks or unticks one value of a trait. */
export function toggleTrait(search: CollectionSearch, key: string, value: string): CollectionSearch {
  const entries = search.tr ?? []
  const has = hasTrait(search, key, value)
  const rest = entries.filter((entry) => entry.key !== key || entry.value !== value)
  return { ...search, tr: list(has ? rest : [...entries, { key, value }]) }
}

export function hasTrait(search: CollectionSearch, key: string, value: string): boolean {
  return (search.tr ?? []).some(
    (entry) => entry.key === key && entry.value === value && entry.valueTo === undefined,
  )
}

/** Sets a range of a trait; both ends empty takes it away. WB-6: valueTo present, even empty, makes it a range. */
export function setRange(search: CollectionSearch, key: string, value: string, valueTo: string) {
  const rest = (search.tr ?? []).filter((entry) => entry.key !== key)
  return { ...search, tr: list(value === '' && valueTo === '' ? rest : [...rest, { key, value, valueTo }]) }
}

/** How many filters are on: the number on the button of a phone. */
export function activeFilters(search: CollectionSearch): number {
  return (search.status ? 1 : 0) + (search.from || search.to ? 1 : 0) + (search.tr?.length ?? 0)
}
