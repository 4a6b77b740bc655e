import {
  type balanceRow,
  ledgerReportsHttp as http,
  type SettlementRow,
} from '@talad/proto/http/ledger/reports'
import { unit } from '@talad/proto/http/ledger/units'
import { call } from '@talad/ui/client/call'
import { bahtOfPoints, formatCount, formatSum } from '@talad/ui/format/money'
import type { z } from 'zod'
import { bangkokDay, bangkokTime } from '../../lib/days.ts'
import { oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

type Unit = z.infer<typeof unit>
export type BalanceRow = z.infer<typeof balanceRow>

const DAY_MS = 86_400_000
/** The last day that is over, and the month that we are in, in Thailand (AW-11). */
export const yesterday = () => bangkokDay(Date.now() - DAY_MS)
export const thisMonth = () => bangkokDay(Date.now()).slice(0, 7)

const today = () => bangkokDay(Date.now())

/** LG-14: a day that is over is closed; today has only what there is now. */
async function balancesOf(
  day: string,
  asked: { unit: Unit | undefined; cs: string | undefined; lm: number },
  signal: AbortSignal,
) {
  if (day < today()) return call(http.userBalanceByDate, { body: { date_key: day, ...asked } }, { signal })
  return call(http.userBalanceNow, { body: asked }, { signal })
}

/** LG-14: what each customer had at the end of a day, or has now. */
export const balanceSource: ListSource<BalanceRow> = {
  key: 'report-balances',
  periodOf: ({ day = yesterday() }) =>
    day < today() ? day : bangkokTime(new Date().toISOString()).replace(/[ :]/g, '-'),
  async read({ search, at, size }, signal) {
    const day = search.day ?? yesterday()
    const asked = { unit: oneOf(unit.options, search.unit), cs: at, lm: size }
    const { rows, totals, nextCursor } = await balancesOf(day, asked, signal)
    return {
      rows,
      next: nextCursor ?? undefined,
      total: totals.customers,
      facts: [
        { label: 'balances.customers', value: formatCount(totals.customers) },
        { label: 'balances.balance', value: formatSum(totals.balance) },
        { label: 'balances.locked', value: formatSum(totals.balance_locked) },
        { label: 'balances.spendable', value: formatSum(totals.balance_spendable) },
      ],
      sums: {
        balance: bahtOfPoints(totals.balance),
        locked: bahtOfPoints(totals.balance_locked),
        spendable: bahtOfPoints(totals.balance_spendable),
      },
      ...(day >= today() && { warning: 'balances.now' as const }),
    }
  },
}

/** LG-15: every settlement of a month. */
export const settlementSource: ListSource<SettlementRow> = {
  key: 'report-settlements',
  periodOf: ({ month = thisMonth() }) => month,
  async read({ search, at, size }, signal) {
    const body = { month_key: search.month ?? thisMonth(), cs: at, lm: size }
    const { rows, totals, partial, nextCursor } = await call(http.settlementByMonth, { body }, { signal })
    return {
      rows,
      next: nextCursor ?? undefined,
      total: undefined,
      facts: [
        { label: 'settlements.count', value: formatCount(totals.shippings) },
        { label: 'settlements.gross', value: formatSum(totals.gross) },
        { label: 'settlements.fee', value: formatSum(totals.service_fee) },
        { label: 'settlements.vat', value: formatSum(totals.vat) },
        { label: 'settlements.royalty', value: formatSum(totals.royalty) },
        { label: 'settlements.net', value: formatSum(totals.net) },
      ],
      sums: {
        gross: bahtOfPoints(totals.gross),
        fee: bahtOfPoints(totals.service_fee),
        vat: bahtOfPoints(totals.vat),
        royalty: bahtOfPoints(totals.royalty),
        net: bahtOfPoints(totals.net),
      },
      ...(partial && { warning: 'settlements.partial' as const }),
    }
  },
}
