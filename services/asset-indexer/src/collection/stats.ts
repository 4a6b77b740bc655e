import { type Db, inTx, type Queryable, type Tx } from '@talad/shared/db'
import { noteFloor, refreshDays } from './days.ts'

export type DueCollection = { id: string; stats_due: boolean; traits_due: boolean }

/** A busy collection is worked out again at most so often. */
const GAP_MS = 5_000

export async function dueCollections(db: Queryable, now: Date): Promise<DueCollection[]> {
  const result = await db.query<DueCollection>(
    `select id, stats_due, traits_due from collection
     where (stats_due or traits_due) and stats_at <= $1 order by stats_at limit 20`,
    [new Date(now.getTime() - GAP_MS)],
  )
  return result.rows
}

async function refreshStats(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update collection set (items, listed, floor, owners, volume) = (
       select count(*), count(*) filter (where a.listings > 0), min(a.lp_thb),
         (select count(distinct h.address) from holder h join asset s on s.id = h.asset_id
           where s.collection_id = $1 and h.quantity > 0),
         (select coalesce(sum(d.volume), 0) from collection_day d
           where d.collection_id = $1 and d.family = 'thb')
       from asset a where a.collection_id = $1 and a.supply > 0)
     where id = $1`,
    [id],
  )
}

/** AI-12: how many assets have each value. The spelling shown is one of those in use. */
async function refreshTraits(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from trait where collection_id = $1', [id])
  await tx.query(
    `insert into trait (collection_id, key_folded, value_folded, key, value, number, count)
     select $1, t.key_folded, t.value_folded, min(t.key), min(t.value), min(t.number), count(distinct t.asset_id)
     from attribute t join asset a on a.id = t.asset_id and a.supply > 0
     where t.collection_id = $1 group by t.key_folded, t.value_folded`,
    [id],
  )
}

/** Works out what lists show of a collection. What changes meanwhile marks it anew. */
export async function refreshCollection(db: Db, due: DueCollection, now: Date): Promise<void> {
  await inTx(db, async (tx) => {
    await tx.query(
      'update collection set stats_due = false, traits_due = false, stats_at = $2 where id = $1',
      [due.id, now],
    )
    await refreshDays(tx, due.id)
    await refreshStats(tx, due.id)
    await noteFloor(tx, due.id, now)
    if (due.traits_due) await refreshTraits(tx, due.id)
  })
}
