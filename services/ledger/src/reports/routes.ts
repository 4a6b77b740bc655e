import { ledgerReportsHttp } from '@talad/proto/http/ledger/reports'
import type { App } from '@talad/shared/http/app'
import { asksForCsv, csvFile } from '@talad/shared/http/csv'
import type { Deps } from '../deps.ts'
import { BALANCE_TITLES, balanceLines, balanceReport, endOfDay } from './balances.ts'
import { monthAsked, SETTLEMENT_TITLES, settlementLines, settlementReport } from './settlements.ts'

/** The reports of LG-14 and LG-15, as JSON page by page and as one file. LG-16: the contract checks their keys. */
export function reportRoutes(app: App, { db, now }: Deps): void {
  app.route(ledgerReportsHttp.userBalanceByDate, async ({ body, request, reply }) => {
    if (!asksForCsv(request, body.format)) return balanceReport(db, body, now())
    const name = `balances-${body.unit}-${body.date_key}`
    return csvFile(reply, name, BALANCE_TITLES, balanceLines(db, body, endOfDay(body, now())))
  })

  app.route(ledgerReportsHttp.settlementByMonth, async ({ body, request, reply }) => {
    if (!asksForCsv(request, body.format)) return settlementReport(db, body, now())
    const month = monthAsked(body, now())
    const name = `settlements-${body.month_key}${month.partial ? '-partial' : ''}`
    return csvFile(reply, name, SETTLEMENT_TITLES, await settlementLines(db, month))
  })
}
