import type { Queryable, Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'

/** The site's day: reports and charts of Thailand change at its midnight. */
const ZONE = 'Asia/Bangkok'

/** What was sold of a collection on a day, in one family. */
export type SoldDay = {
  family: string
  day: string
  sales: number
  units: string
  volume: string
  low: string
  high: string
}

/** Counts what was sold of a collection, by day and family. */
export async function readSoldDays(db: Queryable, collectionId: string): Promise<SoldDay[]> {
  const sold = await db.query<SoldDay>(
    `select o.family, to_char(e.at at time zone '${ZONE}', 'YYYY-MM-DD') as day, count(*)::integer as sales,
       sum(e.amount)::text as units, sum(o.unit_value * e.amount)::text as volume, min(o.unit_value)::text as low,
       max(o.unit_value)::text as high
     from activity e join order_replica o on o.hash = e.order_hash
     where e.type = 'sale' and e.contract = (select address from collection where id = $1)
     group by 1, 2`,
    [collectionId],
  )
  return sold.rows
}

/** Writes the days on which something of a collection was sold; only what differs. */
export async function saveDays(tx: Tx, collectionId: string, days: readonly SoldDay[]): Promise<void> {
  await tx.query(
    `with sold as (
       select * from json_to_recordset($2::json) as s (family text, day date, sales integer, units numeric,
         volume numeric, low numeric, high numeric)),
     gone as (
       delete from collection_day d where d.collection_id = $1
         and not exists (select 1 from sold s where s.family = d.family and s.day = d.day))
     insert into collection_day as d (collection_id, family, day, sales, units, volume, low, high)
     select $1, family, day, sales, units, volume, low, high from sold
     on conflict (collection_id, family, day) do update set sales = excluded.sales, units = excluded.units,
       volume = excluded.volume, low = excluded.low, high = excluded.high
     where (d.sales, d.units, d.volume, d.low, d.high)
       is distinct from (excluded.sales, excluded.units, excluded.volume, excluded.low, excluded.high)`,
    [collectionId, toJson(days)],
  )
}

/** The lowest active listing by family; null: nothing is listed. */
export type Floors = Readonly<Record<'thb' | 'jfin', string | null>>

/** Notes today's floors where they are not what they were. */
export async function noteFloors(tx: Tx, collectionId: string, floors: Floors, now: Date): Promise<void> {
  await tx.query(
    `with today as (select ($2::timestamptz at time zone '${ZONE}')::date as day)
     insert into collection_floor (collection_id, family, day, floor)
     select $1, f.family, today.day, f.floor
     from today, lateral (values ('thb', $3::numeric), ('jfin', $4::numeric)) as f (family, floor)
     where f.floor is distinct from (
       select p.floor from collection_floor p
       where p.collection_id = $1 and p.family = f.family and p.day <= today.day order by p.day desc limit 1)
     on conflict (collection_id, family, day) do update set floor = excluded.floor`,
    [collectionId, now, floors.thb, floors.jfin],
  )
}

type Range = { collectionId: string; family: 'thb' | 'jfin'; days: number; now: Date }
type Day = { day: string; sales: number; units: string; volume: string; low: string; high: string }
type Floor = { day: string; floor: string | null }

/** The days of a range that ends today, in order; days without a sale are left out. */
export async function readDays(
  db: Queryable,
  { collectionId, family, days, now }: Range,
): Promise<{ from: string; to: string; days: Day[]; floors: Floor[] }> {
  const range = await db.query<{ from: string; to: string }>(
    `select to_char(today - ($2::integer - 1), 'YYYY-MM-DD') as "from", to_char(today, 'YYYY-MM-DD') as "to"
     from (select ($1::timestamptz at time zone '${ZONE}')::date as today) as t`,
    [now, days],
  )
  const { from = '', to = '' } = range.rows[0] ?? {}
  const about = [collectionId, family, from]
  const sold = await db.query<Day>(
    `select to_char(day, 'YYYY-MM-DD') as day, sales, units::text as units, trim_scale(volume)::text as volume,
       trim_scale(low)::text as low, trim_scale(high)::text as high
     from collection_day where collection_id = $1 and family = $2 and day >= $3::date order by day`,
    about,
  )
  // what stood before the range stands at its beginning
  const floors = await db.query<Floor>(
    `select to_char(greatest(day, $3::date), 'YYYY-MM-DD') as day, trim_scale(floor)::text as floor
     from collection_floor where collection_id = $1 and family = $2 and day >= coalesce(
       (select max(day) from collection_floor where collection_id = $1 and family = $2 and day <= $3::date),
       $3::date)
     order by collection_floor.day`,
    about,
  )
  return { from, to, days: sold.rows, floors: floors.rows }
}
