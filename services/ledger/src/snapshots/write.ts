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

/** The day's change of each account, upon its closing balance before. */
const MOVED = `
  select moved.account, moved.unit, moved.balance, moved.locked, last.balance as before, last.balance_locked as locked_before
  from (select account, unit, ${BALANCE_SUM} as balance, ${LOCKED_SUM} as locked from flow
        where at >= $2 and at < $3 group by account, unit) moved
  left join lateral (
    select s.balance, s.balance_locked from balance_snapshot s
    where s.account = moved.account and s.unit = moved.unit and s.timezone = ${BANGKOK} and s.date_key < $1::date
    order by s.date_key desc limit 1) last on true`

/** What all customers have is the day's change upon the day before too, of each unit. */
const TOTALS = `
  select u.unit, coalesce(t.customers, 0) + coalesce(c.fresh, 0) as customers,
    coalesce(t.balance, 0) + coalesce(c.balance, 0) as balance, coalesce(t.balance_locked, 0) + coalesce(c.locked, 0) as locked
  from (values ('pt_thb'), ('ft_thb')) u (unit)
  left join lateral (
    select customers, balance, balance_locked from snapshot_total
    where timezone = ${BANGKOK} and unit = u.unit and date_key < $1::date order by date_key desc limit 1) t on true
  left join (
    select unit, count(*) filter (where before is null) as fresh, sum(balance) as balance, sum(locked) as locked
    from moved where account like 'join-%' group by unit) c using (unit)`

/**
 * LG-13: writes the closing balances of a local day: the sum of all legs with a time before the next local midnight, that
 * is the day's legs upon the closing balance before; and what they come to. Run again, it writes the same.
 * @param day of Thailand; the days before it are written
 */
export async function writeSnapshot(tx: Tx, day: string): Promise<void> {
  await tx.query({
    name: 'ledger.write_snapshot',
    text: `
      with moved as materialized (${MOVED}), written as (
        insert into balance_snapshot (account, unit, timezone, date_key, balance, balance_locked)
        select account, unit, ${BANGKOK}, $1::date, coalesce(before, 0) + balance, coalesce(locked_before, 0) + locked
        from moved
        on conflict (account, unit, timezone, date_key) do update
          set balance = excluded.balance, balance_locked = excluded.balance_locked
      ), totals as (
        insert into snapshot_total (timezone, date_key, unit, customers, balance, balance_locked)
        select ${BANGKOK}, $1::date, unit, customers, balance, locked from (${TOTALS}) totals
        on conflict (timezone, date_key, unit) do update set customers = excluded.customers,
          balance = excluded.balance, balance_locked = excluded.balance_locked
      )
      insert into snapshot_day (timezone, date_key, accounts) select ${BANGKOK}, $1::date, count(*) from moved
      on conflict (timezone, date_key) do update set accounts = excluded.accounts, written_at = now()`,
    values: [day, startOfDay(day), startOfDay(dayAfter(day))],
  })
}
