import type { listTraits, TraitFilter, traitEntry } from '@talad/proto/http/asset-indexer/assets'
import type { Queryable } from '@talad/shared/db'
import type { z } from 'zod'
import type { Moment } from '../rate/store.ts'
import { foldTrait } from '../trait/fold.ts'
import { assetConditions } from './filter.ts'
import { type Found, lookUp } from './search.ts'

type Query = z.output<NonNullable<typeof listTraits.query>>
type Entry = z.output<typeof traitEntry>

/** Whether more is asked for than the collection. */
export function isFiltered({ collection_id: _id, traits, ...filters }: Query): boolean {
  return traits.length > 0 || Object.values(filters).some((value) => value !== undefined)
}

type Asked = { id: string; traits: readonly Entry[]; query: Query; at: Moment }
type About = Asked & { found: Found | undefined }

const keyOf = ({ key }: { key: string }) => foldTrait(key)

/** How many assets have each value, of those that match the filters. Key and value are folded (AI-11). */
async function countOf(db: Queryable, about: About, filters: TraitFilter[]): Promise<Map<string, number>> {
  const where = assetConditions({ ...about.query, cl: [about.id], traits: filters }, about.at, about.found)
  const { rows } = await db.query<{ key: string; value: string; count: number }>(
    `select t.key_folded as key, t.value_folded as value, count(distinct a.id)::integer as count
     from asset a join collection c on c.id = a.collection_id join attribute t on t.asset_id = a.id
     where ${where.text()} group by 1, 2`,
    where.values,
  )
  return new Map(rows.map(({ key, value, count }) => [`${key}\n${value}`, count]))
}

/**
 * The traits with counts that follow the other filters: choosing a value shows as many assets as are counted at it.
 * Entries of one key are alternatives (AI-13), so those of a key don't count among its own values.
 */
export async function countFiltered(db: Queryable, asked: Asked): Promise<Entry[]> {
  const { q } = asked.query
  const about = { ...asked, found: q === undefined ? undefined : await lookUp(db, q, 'assets') }
  const all = about.query.traits
  const rest = await countOf(db, about, all)
  const ofKey = new Map<string, Map<string, number>>()
  for (const key of new Set(all.map(keyOf))) {
    const others = all.filter((filter) => keyOf(filter) !== key)
    ofKey.set(key, await countOf(db, about, others))
  }
  return about.traits.map((trait) => {
    const counts = ofKey.get(keyOf(trait)) ?? rest
    const values = trait.values.map(({ value, original }) => ({
      value,
      original,
      count: counts.get(`${keyOf(trait)}\n${foldTrait(value)}`) ?? 0,
    }))
    return { ...trait, values, count: values.reduce((sum, { count }) => sum + count, 0) }
  })
}
