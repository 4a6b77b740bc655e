import type { Queryable } from '@talad/shared/db'
import { traitKind } from './rarity.ts'

type TraitRow = {
  key: string
  count: bigint
  values: { value: string; original: string; count: number }[]
  total: bigint
  min: string | null
  max: string | null
}

/** Values of one key that are sent. */
const MAX_VALUES = 200
const MAX_KEYS = 100

/** Trait keys of a collection, by name; their values, the commonest first. */
export async function readTraits(db: Queryable, collectionId: string) {
  const result = await db.query<TraitRow>(
    `select min(key) as key, sum(count)::bigint as count, count(*) as total, min(number)::text as min,
       max(number)::text as max,
       (jsonb_agg(jsonb_build_object('value', value, 'original', coalesce(original, value), 'count', count) order by count desc, value)) as values
     from trait where collection_id = $1 group by key_folded order by key_folded limit $2`,
    [collectionId, MAX_KEYS],
  )
  return result.rows.map((row) => {
    const min = row.min === null ? null : Number(row.min)
    return {
      key: row.key,
      kind: traitKind(Number(row.total), min), // AI-11
      count: Number(row.count),
      values: row.values.slice(0, MAX_VALUES),
      min,
      max: row.max === null ? null : Number(row.max),
      total: Number(row.total),
    }
  })
}
