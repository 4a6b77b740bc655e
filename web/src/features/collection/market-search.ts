import { z } from 'zod'
import { assetFilterOf, collectionSearch } from './filters.ts'

const slug = z.string().min(1).max(100)

/** What the address of the page of results may say (WB-5). What can't be read is left out. */
export const marketSearch = collectionSearch.omit({ tab: true }).extend({
  q: z.string().trim().max(100).optional().catch(undefined),
  /** slugs of the collections to look in */
  c: z.array(slug).max(20).optional().catch(undefined),
  currency: z.enum(['thb', 'jfin']).optional().catch(undefined),
})
export type MarketSearch = z.output<typeof marketSearch>

/** Fewer letters are searched for nowhere (AI-17). */
const SHORTEST = 2

/** The asset query of the page of results: without a choice of order, what fits best comes first. */
export function marketFilterOf({ q, c, currency, ...search }: MarketSearch) {
  const { sort, direction, collection: _all, ...filter } = assetFilterOf('', search)
  return {
    ...filter,
    ...(search.sort === undefined && q ? {} : { sort, direction }),
    collection: c?.length ? c.join(',') : undefined,
    words: q !== undefined && q.length >= SHORTEST ? q : undefined,
    currency,
  }
}

/** Takes a collection into the search, or out of it. */
export function toggleCollection(search: MarketSearch, wanted: string): MarketSearch {
  const now = search.c ?? []
  const next = now.includes(wanted) ? now.filter((one) => one !== wanted) : [...now, wanted]
  // traits belong to one collection
  return { ...search, c: next.length === 0 ? undefined : next, tr: undefined }
}
