import type { Queryable } from '@talad/shared/db'
import { BANGKOK, dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'
import { BALANCE_SUM, LOCKED_SUM } from './write.ts'

/** The last written day that had ended at a moment, and when it ended; without one all flows are summed. */
export async function baseOf(db: Queryable, at: Date): Promise<{ day: string; ended: Date }> {
  const { rows } = await db.query<{ day: string | null }>(
    `select max(date_key)::text as day from snapshot_day where timezone = ${BANGKOK} and date_key < $1::date`,
    [dayOf(at)],
  )
  const day = rows[0]?.day
  return day ? { day, ended: startOfDay(dayAfter(day)) } : { day: '0001-01-01', ended: new Date(0) }
}

export type Closing = { account: string; balance: bigint; locked: bigint }

/**
 * Each customer's balance at a moment: the last snapshot before it and the flows since, of which none is looked at where
 * that snapshot is of the moment itself; who never moved is left out.
 */
const CLOSING = `
  with since as materialized (
    select account, ${BALANCE_SUM} as balance, ${LOCKED_SUM} as locked from flow
    where $3::timestamptz < $4::timestamptz and at >= $3 and at < $4 and unit = $1 and account like 'join-%' group by account),
  closing as (
    select a.customer_id as account, coalesce(s.balance, 0) + coalesce(since.balance, 0) as balance,
      coalesce(s.balance_locked, 0) + coalesce(since.locked, 0) as locked
    from account a
    left join lateral (
      select balance, balance_locked from balance_snapshot
      where account = a.customer_id and unit = $1 and timezone = ${BANGKOK} and date_key <= $2::date
      order by date_key desc limit 1) s on true
    left join since on since.account = a.customer_id
    where a.unit = $1 and (s.balance is not null or since.account is not null))`

/** Balances of customers at the end of a moment, by customer id after `after`. */
export async function closingBalances(
  db: Queryable,
  about: { unit: string; at: Date; after: string; limit: number },
): Promise<Closing[]> {
  const { day, ended } = await baseOf(db, about.at)
  const { rows } = await db.query<Closing>({
    name: 'ledger.closing',
    text: `${CLOSING} select * from closing where account > $5 order by account limit $6`,
    values: [about.unit, day, ended, about.at, about.after, about.limit],
  })
  return rows
}

export type ClosingTotals = { customers: number; balance: bigint; locked: bigint }

/** The total of the last snapshot, and the flows since: no customer who has not moved since is looked at (LG-13). */
export const TOTALS = `
  with since as materialized (
    select account, ${BALANCE_SUM} as balance, ${LOCKED_SUM} as locked from flow
    where $3::timestamptz < $4::timestamptz and at >= $3 and at < $4 and unit = $1 and account like 'join-%' group by account),
  base as (
    select customers, balance, balance_locked as locked from snapshot_total
    where timezone = ${BANGKOK} and date_key = $2::date and unit = $1),
  fresh as (
    select count(*) as customers from since where not exists (
      select 1 from balance_snapshot s where s.account = since.account and s.unit = $1 and s.timezone = ${BANGKOK}
        and s.date_key <= $2::date))
  select (coalesce((select customers from base), 0) + (select customers from fresh))::int as customers,
    coalesce((select balance from base), 0) + coalesce(sum(balance), 0) as balance,
    coalesce((select locked from base), 0) + coalesce(sum(locked), 0) as locked
  from since`

/** What the balances of all customers come to. */
export async function closingTotals(db: Queryable, unit: string, at: Date): Promise<ClosingTotals> {
  const { day, ended } = await baseOf(db, at)
  const { rows } = await db.query<ClosingTotals>({
    name: 'ledger.closing_totals',
    text: TOTALS,
    values: [unit, day, ended, at],
  })
  return rows[0] ?? { customers: 0, balance: 0n, locked: 0n }
}

/** What each account of the platform comes to now, in each unit. */
export async function platformSums(
  db: Queryable,
  now: Date,
): Promise<{ account: string; unit: string; sum: bigint }[]> {
  const { day, ended } = await baseOf(db, now)
  const { rows } = await db.query<{ account: string; unit: string; sum: bigint }>({
    name: 'ledger.platform_sums',
    text: `
      with recent as (
        select distinct on (account, unit) account, unit, balance as sum from balance_snapshot
        where account like 'platform:%' and timezone = ${BANGKOK} and date_key <= $1::date
        order by account, unit, date_key desc),
      since as (
        select account, unit, ${BALANCE_SUM} as sum from flow
        where at >= $2 and account like 'platform:%' group by account, unit)
      select account, unit, sum(sum) as sum from (select * from recent union all select * from since) parts
      group by account, unit order by account, unit`,
    values: [day, ended],
  })
  return rows
}
