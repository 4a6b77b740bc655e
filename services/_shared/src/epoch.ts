import type { Tx } from './db.ts'

/**
 * A number of the log is the epoch times 2^48 plus the transaction's id, of which a cluster never uses up so many: such
 * numbers compare by epoch first, then by id. Those of the first epoch, 0, are the ids themselves.
 */
const ID_BITS = 48n

/** The epoch in which a row of the log was written. @param txid its number in the log */
export function epochOf(txid: string): bigint {
  return BigInt(txid) >> ID_BITS
}

type EpochRow = {
  number: number | null
  here: boolean
  dated: string
  ahead: boolean
  system: string
  oid: number
}

/** Where the log stands, what its function makes of transaction 0, and whether rows are ahead of this cluster. */
const EPOCH_ROW = `
  select last.number, last.system_identifier = c.system_identifier and last.database_oid = d.oid as here,
    kit.log_txid('0')::text as dated, c.system_identifier::text as system, d.oid::bigint::int8 as oid,
    exists (select from kit.event where txid > pg_current_xact_id()) as ahead
  from pg_control_system() c
  join pg_database d on d.datname = current_database()
  left join (select * from kit.epoch order by number desc limit 1) last on true`

/**
 * Notes in which cluster the log is written to. In another one than before (a dump was restored), where transaction ids
 * may be lower than those of rows that are there, a new epoch begins: what is appended from here on stands behind all that
 * is there, and readers go on where they were. Nobody may be writing in the old epoch still, hence the lock.
 * @returns the number of the epoch that began, if one did
 */
export async function enterEpoch(tx: Tx): Promise<number | undefined> {
  const { rows } = await tx.query<EpochRow>(EPOCH_ROW)
  const [found] = rows
  if (!found) throw new Error('the database does not tell its cluster')
  const { number: last, here, dated, ahead, system, oid } = found
  if (here && epochOf(dated) === BigInt(last ?? 0)) return undefined
  const began = here ? (last ?? 0) : last === null ? Number(ahead) : last + 1
  await tx.query('lock table kit.event in share row exclusive mode')
  if (began > 0) {
    const base = BigInt(began) << ID_BITS
    await tx.query(`
      create or replace function kit.log_txid(txid xid8) returns xid8 language sql immutable parallel safe
        return (${base} + txid::text::bigint)::text::xid8`)
  }
  if (here) return undefined
  await tx.query('insert into kit.epoch (number, system_identifier, database_oid) values ($1, $2, $3)', [
    began,
    system,
    oid,
  ])
  return began === 0 ? undefined : began
}
