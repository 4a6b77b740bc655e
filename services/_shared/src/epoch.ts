import { type Db, inTx, type Queryable, type Tx } from './db.ts'

/**
 * A number of the log is the epoch times 2^48 plus the transaction's id, of which a cluster never uses up so many: such
 * numbers compare by epoch first, then by id. Those of the first epoch, 0, are the ids themselves.
 */
const ID_BITS = 48n

/** The epoch in which a row of the log was written. @param txid its number in the log */
export function epochOf(txid: string): bigint {
  return BigInt(txid) >> ID_BITS
}

/** The timeline that is written to; the name of the WAL file says it at once, the control file after a checkpoint. */
const TIMELINE = `case when pg_is_in_recovery() then null
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end`

type EpochRow = {
  number: number | null
  here: boolean
  known: bigint | null
  timeline: bigint | null
  dated: string
  newest: string
  ahead: boolean
  system: string
  oid: number
}

/** Where the log stands, what its function makes of transaction 0, and whether rows are ahead of this cluster. */
const EPOCH_ROW = `
  select last.number, last.system_identifier = c.system_identifier and last.database_oid = d.oid as here,
    last.timeline as known, ${TIMELINE} as timeline,
    kit.log_txid('0')::text as dated, c.system_identifier::text as system, d.oid::bigint::int8 as oid,
    coalesce((select txid::text from kit.event order by kit.event.txid desc, position desc limit 1), '0') as newest,
    exists (select from kit.event where txid > pg_current_xact_id()) as ahead
  from pg_control_system() c
  join pg_database d on d.datname = current_database()
  left join (select * from kit.epoch order by number desc limit 1) last on true`

/** What the database's newest epoch is, and the timelines that it was noted and is written on. */
const NEWEST = `
  select number, timeline as known, ${TIMELINE} as timeline from kit.epoch order by number desc limit 1`

/**
 * Makes the function that numbers transactions. One of a later timeline than the noted one is in a later epoch by itself:
 * nothing is ever written under a number that the lost primary may have used, however late somebody looks.
 */
async function numberFrom(tx: Tx, epoch: number, timeline: bigint): Promise<void> {
  await tx.query(`
    create or replace function kit.log_txid(txid xid8) returns xid8 language sql volatile parallel safe
      return (txid::text::bigint + ((${epoch} + coalesce(${TIMELINE}, ${timeline}) - ${timeline}) << ${ID_BITS}))::text::xid8`)
}

function epochAfter({ number: last, here, known, timeline, newest, ahead }: EpochRow): number {
  if (last === null) return Number(ahead)
  if (here) return last + Number((timeline ?? 0n) - (known ?? timeline ?? 0n))
  return Math.max(last, Number(epochOf(newest))) + 1
}

/** However little a standby was behind, its groups go back so far, and at most a week. */
const BACK = `least(now() - interval '1 hour', greatest(now() - interval '7 days',
  (select moved_at - interval '5 minutes' from kit.reader where name = 'relay')))`

/**
 * Notes in which cluster and on which timeline the log is written to. In another cluster than before (a dump was
 * restored), where transaction ids may be lower than those of rows that are there, and on another timeline (a standby was
 * promoted), where positions that were sent are used again, a new epoch begins: what is appended from here on stands
 * behind all that is there, under ids of its own, and readers go on where they were. Nobody may be writing in the old
 * epoch still, hence the lock. On a new timeline the groups that this database knows messages of go back.
 * @returns the number of the epoch that began, if one did
 */
export async function enterEpoch(tx: Tx): Promise<number | undefined> {
  const { rows } = await tx.query<EpochRow>(EPOCH_ROW)
  const [found] = rows
  if (!found) throw new Error('the database does not tell its cluster')
  const { number: last, here, known, timeline, dated, system, oid } = found
  if (timeline === null) throw new Error('the database is a standby: nothing can be written to it')
  const began = epochAfter(found)
  const isNoted = here && began === last
  if (isNoted && known !== null && epochOf(dated) === BigInt(began)) return undefined
  await tx.query('lock table kit.event in share row exclusive mode')
  await numberFrom(tx, began, timeline)
  if (isNoted) {
    await tx.query('update kit.epoch set timeline = $2 where number = $1', [began, timeline])
    return undefined
  }
  await tx.query(
    'insert into kit.epoch (number, system_identifier, database_oid, timeline) values ($1, $2, $3, $4)',
    [began, system, oid, timeline],
  )
  if (here) await tx.query(`insert into kit.rewind (epoch, back_to) select $1, ${BACK}`, [began])
  return last === null && began === 0 ? undefined : began
}

/**
 * Whether the database is written on another timeline than its epoch was noted on, or in a later epoch than this process
 * began in.
 */
async function isElsewhere(db: Queryable, since: number): Promise<boolean> {
  const { rows } = await db.query<{ number: number; known: bigint | null; timeline: bigint | null }>(NEWEST)
  const [row] = rows
  if (!row || row.timeline === null) return false
  return row.number !== since || (row.known !== null && row.known !== row.timeline)
}

export type EpochWatch = {
  /** @throws Promoted when a standby was promoted since the process began */
  look(client: Queryable): Promise<void>
}

/** Another server is the primary now: the process begins anew, and its groups go back. */
export class Promoted extends Error {
  constructor() {
    super('the database goes on from a standby that was promoted: what this process knows may be ahead of it')
    this.name = 'Promoted'
  }
}

/**
 * Looks for a promotion under a running process: who sends the log looks before it sends.
 * @param onPromoted called once the new epoch is noted; the process is to end, so that no group has a member when it goes back
 */
export async function watchEpoch(db: Db, onPromoted: (fault: Promoted) => void): Promise<EpochWatch> {
  const { rows } = await db.query<{ number: number }>(NEWEST)
  const since = rows[0]?.number ?? 0
  return {
    async look(client) {
      if (!(await isElsewhere(client, since))) return
      await inTx(db, async (tx) => {
        await tx.query('set local role none') // its own user is the owner
        await tx.query(`select pg_advisory_xact_lock(hashtext('talad.migrate'))`)
        await enterEpoch(tx)
      })
      const fault = new Promoted()
      onPromoted(fault)
      throw fault
    },
  }
}
