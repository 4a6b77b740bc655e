import { type Db, inTx, type Queryable } from '@talad/shared/db'
import { type Floors, noteFloors, readSoldDays, type SoldDay, saveDays } from './days.ts'

type Counts = {
  items: bigint
  listed: bigint
  /** GW-29: lowest price in baht, of whatever family */
  floor: string | null
  floor_thb: string | null
  floor_jfin: string | null
}
type Figures = { counts: Counts; owners: bigint; days: SoldDay[] }

const COUNTS = `
  select count(*) as items, count(*) filter (where listings > 0) as listed, round(min(lp_baht), 2) as floor,
    min(lp_thb) as floor_thb,
    min(lp_jfin) as floor_jfin
  from asset where collection_id = $1 and supply > 0`
const OWNERS = `
  select count(distinct h.address) as owners from holder h join asset a on a.id = h.asset_id
  where a.collection_id = $1 and h.quantity > 0`

async function readFigures(db: Queryable, id: string): Promise<Figures | undefined> {
  const counts = await db.query<Counts>(COUNTS, [id])
  const owners = await db.query<{ owners: bigint }>(OWNERS, [id])
  const days = await readSoldDays(db, id)
  const [counted, owned] = [counts.rows[0], owners.rows[0]]
  return counted && owned && { counts: counted, owners: owned.owners, days }
}

/**
 * Works out what lists show of a collection: counted outside any transaction, as that takes long for a large one, and
 * written in a short one.
 * @returns false when somebody else wrote meanwhile, who may have looked later: nothing is written then
 */
export async function refreshStats(db: Db, id: string, now: Date): Promise<boolean> {
  const held = await db.query<{ stats_version: number }>(
    'select stats_version from collection where id = $1',
    [id],
  )
  const version = held.rows[0]?.stats_version
  const figures = version === undefined ? undefined : await readFigures(db, id)
  if (version === undefined || !figures) return true // taken back by a reorganisation
  const { counts, owners, days } = figures
  const floors: Floors = { thb: counts.floor_thb, jfin: counts.floor_jfin }
  return inTx(db, async (tx) => {
    const moved = await tx.query(
      `update collection set stats_version = stats_version + 1, stats_at = $3, items = $4, listed = $5, floor = $6,
         owners = $7 where id = $1 and stats_version = $2`,
      [id, version, now, counts.items, counts.listed, counts.floor, owners],
    )
    if (moved.rowCount === 0) return false
    await saveDays(tx, id, days)
    await noteFloors(tx, id, floors, now)
    await tx.query(
      `update collection set volume = (select coalesce(sum(d.volume), 0) from collection_day d
         where d.collection_id = $1 and d.family = 'thb') where id = $1`,
      [id],
    )
    return true
  })
}
