import { ledgerHttp } from '@talad/proto/http/ledger'
import { inTx } from '@talad/shared/db'
import { LOG_CHANNEL } from '@talad/shared/handle'
import { type App, customer } from '@talad/shared/http/app'
import { newId } from '@talad/shared/ids'
import type { Deps } from '../deps.ts'
import { asked, post } from './post.ts'
import { balancesOf, historyOf } from './statement.ts'

/** The ledger's calls: the caller's own balances and flows, and the development top-up. */
export function transferRoutes(app: App, deps: Deps): void {
  app.route(ledgerHttp.creditBalances, async ({ actor }) => ({
    list: await balancesOf(deps.prisma, customer(actor).customerId),
  }))

  app.route(ledgerHttp.creditHistory, ({ actor, query }) =>
    historyOf(deps.prisma, customer(actor).customerId, query),
  )

  // LG-19: the same posting as every other top-up
  app.route(ledgerHttp.fastTopup, async ({ actor, body }) => {
    const { customerId } = customer(actor)
    const now = deps.now()
    const topupId = newId(now)
    await inTx(deps.db, (tx) =>
      post(
        tx,
        [
          asked({
            type: 'PostTopup',
            topupId,
            customerId,
            unit: body.unit,
            value: BigInt(body.amount),
            provider: 'dev',
            providerReference: topupId,
            pay: undefined,
          }),
        ],
        now,
      ),
    )
    deps.wake.notify(LOG_CHANNEL)
    return { topup_id: topupId, list: await balancesOf(deps.prisma, customerId) }
  })
}
