import type { Queryable, Tx } from '@talad/shared/db'
import { batching } from './batching.ts'

/** Notes what a lane can't do now, for who looks at it; that it goes on is seen by its age. */
export async function noteFault(db: Queryable, lane: string, fault: string, now: Date): Promise<void> {
  await db.query(
    `insert into mint_lane as l (name, paused, fault, fault_at) values ($1, false, $2, $3)
     on conflict (name) do update set fault = excluded.fault, fault_at = excluded.fault_at`,
    [lane, fault, now],
  )
}

/** A fault that has not come again for so long is over. */
const FAULT_MS = 60_000

/** Lets a lane go on. @returns whether it stood still */
export async function resumeLane(tx: Tx, lane: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update mint_lane set paused = false, why = null, paused_at = null where name = $1 and paused',
    [lane],
  )
  const { rows } = await tx.query<{ id: string }>('select id from collection_contract where lane = $1', [
    lane,
  ])
  await batching(tx, new Map(rows.map(({ id }) => [id, now])))
  return rowCount === 1
}

export type LaneRow = {
  name: string
  depth: number
  own_depth: number
  oldest: Date | null
  paused: boolean
  why: string | null
  paused_at: Date | null
}

/** How each lane is. @param lanes those that there are, also without anything in them */
export async function listLanes(
  db: Queryable,
  { lanes, projectId, now }: { lanes: readonly string[]; projectId: string | null; now: Date },
): Promise<LaneRow[]> {
  const { rows } = await db.query<LaneRow>(
    `with names as (select unnest($1::text[]) as name union select lane from mint where state = 'open'),
       open as (select lane, count(*)::int as depth, count(*) filter (where project_id = $2)::int as own_depth,
           min(since) as oldest from mint where state = 'open' group by lane),
       faults as (select distinct on (lane) lane, retry_reason from mint_batch
         where not ended and retry_reason is not null order by lane, created)
     select n.name, coalesce(o.depth, 0) as depth, coalesce(o.own_depth, 0) as own_depth, o.oldest,
       coalesce(l.paused, false) as paused, coalesce(l.why, case when l.fault_at > $3 then l.fault end, f.retry_reason) as why, l.paused_at
     from names n left join open o on o.lane = n.name left join mint_lane l on l.name = n.name
       left join faults f on f.lane = n.name order by n.name`,
    [lanes, projectId, new Date(now.getTime() - FAULT_MS)],
  )
  return rows
}

/** What a person should look at: lanes that stand still. */
export async function tellPaused(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string; why: string }>(
    'select name, why from mint_lane where paused order by name',
  )
  return rows.length === 0 ? undefined : rows.map(({ name, why }) => `${name}: ${why}`).join('; ')
}
