import { type Db, inTx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'

type Trait = {
  key_folded: string
  value_folded: string
  key: string
  value: string
  original: string
  number: string | null
  count: number
}

const COUNT = `
  select t.key_folded, t.value_folded, min(t.key) as key, min(t.value) as value,
    min(coalesce(t.original, t.value)) as original, min(t.number)::text as number,
    count(distinct t.asset_id)::integer as count
  from attribute t join asset a on a.id = t.asset_id and a.supply > 0
  where t.collection_id = $1 group by t.key_folded, t.value_folded`

/**
 * AI-12: how many assets of a collection have each value. The spelling shown is one of those in use. Counted outside any
 * transaction, written in a short one.
 * @returns false when somebody else wrote meanwhile, who may have looked later: nothing is written then
 */
export async function refreshTraits(db: Db, id: string, now: Date): Promise<boolean> {
  const held = await db.query<{ traits_version: number }>(
    'select traits_version from collection where id = $1',
    [id],
  )
  const version = held.rows[0]?.traits_version
  if (version === undefined) return true // taken back by a reorganisation
  const traits = await db.query<Trait>(COUNT, [id])
  return inTx(db, async (tx) => {
    const moved = await tx.query(
      `update collection set traits_version = traits_version + 1, traits_at = $3
       where id = $1 and traits_version = $2`,
      [id, version, now],
    )
    if (moved.rowCount === 0) return false
    // only what differs is written
    await tx.query(
      `with counted as (
         select * from json_to_recordset($2::json)
           as t (key_folded text, value_folded text, key text, value text, original text,
             number numeric, count integer)),
       gone as (
         delete from trait t where t.collection_id = $1 and not exists (
           select 1 from counted c where c.key_folded = t.key_folded and c.value_folded = t.value_folded))
       insert into trait as t (collection_id, key_folded, value_folded, key, value, original, number, count)
       select $1, key_folded, value_folded, key, value, original, number, count from counted
       on conflict (collection_id, key_folded, value_folded) do update
         set key = excluded.key, value = excluded.value, original = excluded.original, number = excluded.number,
           count = excluded.count
       where (t.key, t.value, t.original, t.number, t.count)
         is distinct from (excluded.key, excluded.value, excluded.original, excluded.number, excluded.count)`,
      [id, toJson(traits.rows)],
    )
    return true
  })
}
