import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { type App, customer } from '@talad/shared/http/app'
import { asksForCsv, csvFile } from '@talad/shared/http/csv'
import type { Deps } from '../deps.ts'
import { originOf } from './origin.ts'
import { asked, post } from './post.ts'
import { balancesOf, historyOf, statementOf } from './statement.ts'
import { STATEMENT_TITLES, statementLines } from './statement-csv.ts'
import { topup } from './topup.ts'

/** The ledger's calls: the caller's own balances and flows, and the development top-up. */
export function transferRoutes(app: App, deps: Deps): void {
  app.route(ledgerHttp.creditBalances, async ({ actor }) => ({
    list: await balancesOf(deps.db, customer(actor).customerId),
  }))

  app.route(ledgerHttp.adminCreditBalances, async ({ params }) => ({
    list: await balancesOf(deps.db, params.customer_id),
  }))

  app.route(ledgerHttp.adminCreditOrigin, ({ params }) => originOf(deps.db, params.customer_id))

  app.route(ledgerHttp.creditHistory, async ({ actor, query, request, reply }) => {
    const { customerId } = customer(actor)
    if (!asksForCsv(request, query.format)) return historyOf(deps.db, customerId, query)
    return csvFile(
      reply,
      'statement',
      STATEMENT_TITLES,
      statementLines(statementOf(deps.db, customerId, query)),
    )
  })

  // LG-19: the same posting as every other top-up
  app.route(ledgerHttp.fastTopup, async ({ actor, body, attempt }) => {
    const { customerId } = customer(actor)
    const topupId = attempt.id // GW-10: a call that died before its answer was kept comes again, and is the same top-up
    const value = BigInt(body.amount)
    const command = topup({ id: topupId, customerId, unit: body.unit, value, reference: 'dev' })
    await post(deps.posting, [asked(command)], deps.now())
    deps.notifier.notify(LOG_CHANNEL)
    return { topup_id: topupId, list: await balancesOf(deps.db, customerId) }
  })
}
