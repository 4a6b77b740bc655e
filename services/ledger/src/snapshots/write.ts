import type { Queryable, Tx } from '@talad/shared/db'
import { BANGKOK, dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'

/** Σ in − Σ out, and Σ lock, of the rows of `flow`. */
export const BALANCE_SUM = `coalesce(sum(case flow_type when 'in' then value when 'out' then -value end), 0)`
export const LOCKED_SUM = `coalesce(sum(value) filter (where flow_type = 'lock'), 0)`

/** The first day that is not written and is over; undefined: all are written. */
export async function nextSnapshotDay(db: Queryable, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ last: string | null; first: Date | null }>(
    `select (select max(date_key)::text from snapshot_day where timezone = ${BANGKOK}) as last,
       (select at from kit.event order by txid, position limit 1) as first`,
  )
  const { last = null, first = null } = rows[0] ?? {}
  const next = last !== null ? dayAfter(last) : first && dayOf(first)
  return next && next < dayOf(now) ? next : undefined
}

/**
 * LG-13: writes the closing balances of a local day: the sum of all legs with a time before the next local midnight, that
 * is the day's legs upon the closing balance before. Run again, it writes the same.
 * @param day of Thailand; the days before it are written
 */
export async function writeSnapshot(tx: Tx, day: string): Promise<void> {
  const written = await tx.query({
    name: 'ledger.write_snapshot',
    text: `
      insert into balance_snapshot (account, unit, timezone, date_key, balance, balance_locked)
      select moved.account, moved.unit, ${BANGKOK}, $1::date, coalesce(last.balance, 0) + moved.balance,
        coalesce(last.balance_locked, 0) + moved.locked
      from (select account, unit, ${BALANCE_SUM} as balance, ${LOCKED_SUM} as locked from flow
            where at >= $2 and at < $3 group by account, unit) moved
      left join lateral (
        select s.balance, s.balance_locked from balance_snapshot s
        where s.account = moved.account and s.unit = moved.unit and s.timezone = ${BANGKOK} and s.date_key < $1::date
        order by s.date_key desc limit 1) last on true
      on conflict (account, unit, timezone, date_key) do update
        set balance = excluded.balance, balance_locked = excluded.balance_locked`,
    values: [day, startOfDay(day), startOfDay(dayAfter(day))],
  })
  await tx.query({
    name: 'ledger.note_snapshot',
    text: `insert into snapshot_day (timezone, date_key, accounts) values (${BANGKOK}, $1, $2)
           on conflict (timezone, date_key) do update set accounts = excluded.accounts, written_at = now()`,
    values: [day, written.rowCount],
  })
}
