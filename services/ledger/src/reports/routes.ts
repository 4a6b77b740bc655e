import { ledgerReportsHttp } from '@talad/proto/http/ledger/reports'
import { audit } from '@talad/shared/audit'
import { inTx } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { asksForCsv, csvFile } from '@talad/shared/http/csv'
import type { Deps } from '../deps.ts'
import { BALANCE_TITLES, balanceLines, balanceReport, balancesNow, endOfDay } from './balances.ts'
import { monthAsked, SETTLEMENT_TITLES, settlementLines, settlementReport } from './settlements.ts'

/** The reports of LG-14 and LG-15, as JSON page by page and as one file. LG-16: the contract checks their keys. */
export function reportRoutes(app: App, { db, now }: Deps): void {
  /** GW-27: no file leaves before it is written down who took it. */
  const noteFile = (name: string, actor: Actor | undefined, requestId: string) =>
    inTx(db, (tx) =>
      audit(tx, {
        actor: signedIn(actor),
        action: 'report.export',
        target: { kind: 'report', id: name },
        requestId,
        now: now(),
      }),
    )

  app.route(ledgerReportsHttp.userBalanceByDate, async ({ actor, body, request, reply }) => {
    if (!asksForCsv(request, body.format)) return balanceReport(db, body, now())
    const name = `balances-${body.unit}-${body.date_key}`
    const at = endOfDay(body, now())
    await noteFile(name, actor, request.id)
    return csvFile(reply, name, BALANCE_TITLES, balanceLines(db, body, at))
  })

  app.route(ledgerReportsHttp.userBalanceNow, ({ body }) => balancesNow(db, body, now()))

  app.route(ledgerReportsHttp.settlementByMonth, async ({ actor, body, request, reply }) => {
    if (!asksForCsv(request, body.format)) return settlementReport(db, body, now())
    const month = monthAsked(body, now())
    const name = `settlements-${body.month_key}${month.partial ? '-partial' : ''}`
    const lines = await settlementLines(db, month)
    await noteFile(name, actor, request.id)
    return csvFile(reply, name, SETTLEMENT_TITLES, lines)
  })
}
