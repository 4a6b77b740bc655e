import { type Db, inTx, type Queryable, type Tx } from './db.ts'

/**
 * How the inbox forgets. A row may go when what it says is known otherwise: that a group has handled all messages of a
 * source (a service's log, in one epoch) up to a position. That is so when
 *
 * 1. the group has handled some message of that position, `KEPT_MS` ago or longer;
 * 2. the bus says that the group has passed all that was published before then, and a day more: a relay sends its log in
 *    order, so what has a lower position was published before, unless a transaction was open for all that time, and no
 *    server lets one;
 * 3. none of them is parked still: what was parked when the group passed it is handled once it is resolved.
 *
 * So money is guarded for ever, whatever comes again: a redelivery, a topic that is sent again, an old dump of the bus.
 */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000
const DAY_MS = 24 * 60 * 60 * 1_000

/** Rows go this long after a floor was put under them: longer than a statement can run that has not seen the floor. */
const SETTLED_MS = 15 * 60 * 1_000
/** Rows over which a floor is raised at once: a second or two of work. */
const STEP = 200_000

const ID = /^(.+):(\d+)(?:\.\d+)?$/s

/** Of the id of a message that a relay made: whose log it comes from, and where it lay there. */
export function originOf(messageId: string): { source: string; position: string } | undefined {
  const [, source, position] = ID.exec(messageId) ?? []
  return source === undefined || position === undefined ? undefined : { source, position }
}

export type FloorDeps = {
  /** whether a group has handled all that was published before a time, as the bus knows */
  hasHandledUntil: (group: string, at: Date) => Promise<boolean>
}

type Horizon = { handled_before: Date; noted_at: Date }

async function horizonOf(db: Queryable, group: string): Promise<Horizon | undefined> {
  const found = await db.query<Horizon>(
    'select handled_before, noted_at from kit.inbox_horizon where consumer_group = $1',
    [group],
  )
  return found.rows[0]
}

/** The groups that have rows, found without reading them all. */
async function groupsOf(db: Queryable): Promise<string[]> {
  const found = await db.query<{ name: string }>(`
    with recursive g as (
      (select consumer_group as name from kit.inbox order by 1 limit 1)
      union all
      select (select consumer_group from kit.inbox where consumer_group > g.name order by 1 limit 1) from g
      where g.name is not null)
    select name from g where name is not null`)
  return found.rows.map(({ name }) => name)
}

/** Removes rows that are covered by floors. */
async function removeCovered(db: Db, group: string, before: Date, limit: number): Promise<number> {
  const result = await db.query(
    `delete from kit.inbox i using (
       select consumer_group, message_id from kit.inbox
       where consumer_group = $1 and handled_at < $2 and message_id ~ ':[0-9]+(\\.[0-9]+)?$'
       order by handled_at limit $3 for update skip locked) old
     where i.consumer_group = old.consumer_group and i.message_id = old.message_id`,
    [group, before, limit],
  )
  return result.rowCount ?? 0
}

/** The time up to which a floor may cover rows: old enough, and not more of them than can be looked at in one go. */
async function nextHorizon(db: Queryable, group: string, now: Date): Promise<Date | undefined> {
  const found = await db.query<{ before: Date | null }>(
    `with old as (
       select handled_at from kit.inbox
       where consumer_group = $1 and handled_at < least($2::timestamptz, now()) - $3 * interval '1 ms'
       order by handled_at limit ${STEP})
     select date_trunc('milliseconds', max(handled_at)) + interval '1 ms' as before from old`,
    [group, now, KEPT_MS],
  )
  return found.rows[0]?.before ?? undefined
}

type Floor = { source: string; position: bigint }

async function floorsUnder(tx: Tx, group: string, before: Date): Promise<Floor[]> {
  const found = await tx.query<Floor>(
    `select o.id[1] as source, max(o.id[2]::bigint) as position
     from kit.inbox, regexp_match(message_id, '^(.+):([0-9]+)(?:\\.[0-9]+)?$') o (id)
     where consumer_group = $1 and handled_at < $2 and o.id is not null group by 1`,
    [group, before],
  )
  return found.rows
}

/** Whether a message that lies at or under one of the floors waits among the dead letters. */
async function isOneParked(tx: Tx, group: string, floors: readonly Floor[]): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    'select message_id as id from kit.dead_letter where consumer_group = $1 and resolved_at is null',
    [group],
  )
  return rows.some(({ id }) => {
    const origin = originOf(id)
    return floors.some(
      ({ source, position }) => source === origin?.source && BigInt(origin.position) <= position,
    )
  })
}

async function raiseFloors(db: Db, group: string, now: Date, { hasHandledUntil }: FloorDeps): Promise<void> {
  const before = await nextHorizon(db, group, now)
  if (!before || !(await hasHandledUntil(group, new Date(before.getTime() + DAY_MS)))) return
  await inTx(db, async (tx) => {
    const floors = await floorsUnder(tx, group, before)
    if (floors.length === 0 || (await isOneParked(tx, group, floors))) return
    await tx.query(
      `insert into kit.inbox_floor (consumer_group, source, position)
       select $1, * from unnest($2::text[], $3::bigint[])
       on conflict (consumer_group, source) do update
         set position = greatest(kit.inbox_floor.position, excluded.position)`,
      [group, floors.map(({ source }) => source), floors.map(({ position }) => position)],
    )
    await tx.query(
      `insert into kit.inbox_horizon (consumer_group, handled_before, noted_at) values ($1, $2, $3)
       on conflict (consumer_group) do update
         set handled_before = greatest(kit.inbox_horizon.handled_before, excluded.handled_before),
           noted_at = excluded.noted_at`,
      [group, before, now],
    )
  })
}

/**
 * Removes rows of the inbox that are older than 90 days and covered by floors; where none is left, raises the floors, under
 * which the next ones go after a quarter of an hour. Groups of which something old is parked, or which are behind, keep theirs.
 * @returns how many rows went; call it again until that is 0
 */
export async function pruneInbox(db: Db, about: FloorDeps & { now: Date; limit?: number }): Promise<number> {
  const { now, limit = 1_000 } = about
  for (const group of await groupsOf(db)) {
    const horizon = await horizonOf(db, group)
    if (horizon && horizon.noted_at.getTime() > now.getTime() - SETTLED_MS) continue
    const removed = horizon ? await removeCovered(db, group, horizon.handled_before, limit) : 0
    if (removed > 0) return removed
    await raiseFloors(db, group, now, about)
  }
  return 0
}
