import type { ledgerReportsHttp } from '@talad/proto/http/ledger/reports'
import type { Queryable } from '@talad/shared/db'
import { baht, type Cell } from '@talad/shared/http/csv'
import { cursorPage } from '@talad/shared/http/page'
import { dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'
import { toJsonInteger } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { type Closing, closingBalances, closingTotals } from '../snapshots/closing.ts'
import { cursorOf, FILE_PAGE, keyOf } from './paging.ts'

type Asked = z.output<NonNullable<typeof ledgerReportsHttp.userBalanceByDate.body>>

const points = ({ balance, locked }: Pick<Closing, 'balance' | 'locked'>) => ({
  balance: toJsonInteger(balance),
  balance_locked: toJsonInteger(locked),
  balance_spendable: toJsonInteger(balance - locked), // LG-4
})

/** When a local day has ended. LG-14: an unfinished day is misleading. @throws Rejection DAY_NOT_OVER */
export function endOfDay({ date_key: day, timezone }: Pick<Asked, 'date_key' | 'timezone'>, now: Date): Date {
  if (day >= dayOf(now, timezone)) throw new Rejection('DAY_NOT_OVER', { field: 'date_key' })
  return startOfDay(dayAfter(day), timezone)
}

/** What the id of every customer begins with: left out of a cursor, which is short (GW-21). */
const JOIN = 'join-'

type Page = Pick<Asked, 'unit' | 'cs' | 'lm'>

async function balancesAt(db: Queryable, at: Date, { unit, cs, lm }: Page, now: Date) {
  const after = cs === undefined ? '' : JOIN + keyOf(cs)
  const [found, totals] = await Promise.all([
    closingBalances(db, { unit, at, after, limit: lm + 1 }),
    closingTotals(db, unit, at),
  ])
  const { shown, nextCursor } = cursorPage(found, lm, (last) => cursorOf(last.account.slice(JOIN.length)))
  return {
    unit,
    rows: shown.map((row) => ({ customer_id: row.account, ...points(row) })),
    totals: { customers: totals.customers, ...points(totals) },
    nextCursor,
    generated_at: now.toISOString(),
  }
}

/** LG-14: customers' closing balances of a day, a page of them, and what all come to. @throws Rejection */
export async function balanceReport(db: Queryable, asked: Asked, now: Date) {
  const { date_key, timezone } = asked
  return { date_key, timezone, ...(await balancesAt(db, endOfDay(asked, now), asked, now)) }
}

/** What customers have now; no closing of a day, and each page is of its own moment. @throws Rejection BAD_CURSOR */
export const balancesNow = (db: Queryable, asked: Page, now: Date) => balancesAt(db, now, asked, now)

export const BALANCE_TITLES = ['date', 'customer_id', 'unit', 'balance', 'locked', 'spendable']

/** The same report as lines of a file, in baht; its last line is the total. @throws Rejection */
export async function* balanceLines(
  db: Queryable,
  { unit, date_key: day }: Pick<Asked, 'unit' | 'date_key'>,
  at: Date,
): AsyncGenerator<Cell[]> {
  const amounts = ({ balance, locked }: Pick<Closing, 'balance' | 'locked'>) =>
    [balance, locked, balance - locked].map(baht)
  for (let after = ''; ; ) {
    const rows = await closingBalances(db, { unit, at, after, limit: FILE_PAGE })
    for (const row of rows) yield [day, row.account, unit, ...amounts(row)]
    after = rows.at(-1)?.account ?? after
    if (rows.length < FILE_PAGE) break
  }
  yield [day, 'total', unit, ...amounts(await closingTotals(db, unit, at))]
}
