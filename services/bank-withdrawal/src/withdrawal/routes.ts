import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { type App, customer } from '@talad/shared/http/app'
import { change } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { creditWithdrawalsOf, withdrawalById, withdrawalsOf } from './read.ts'
import { requestWithdrawal } from './request.ts'
import { withdrawals } from './stream.ts'

/** The calls by which customers have their money paid out. */
export function withdrawalRoutes(app: App, deps: Deps): void {
  app.route(http.withdrawals, ({ actor, query }) => withdrawalsOf(deps, customer(actor).customerId, query))

  app.route(http.creditWithdrawals, ({ actor, query }) =>
    creditWithdrawalsOf(deps.db, customer(actor).customerId, query),
  )

  app.route(http.requestWithdrawal, async ({ actor, body, attempt }) => {
    const wanted = { bankAccountId: body.bank_account_id, value: BigInt(body.value) }
    await requestWithdrawal(deps, attempt, customer(actor), wanted)
    return { request: await withdrawalById(deps, attempt.id) }
  })

  app.route(http.deleteWithdrawal, async ({ actor, query }) => {
    const by = customer(actor).customerId
    await change(deps, withdrawals, query.request_id, { type: 'Cancel', by, now: deps.now() })
    return query
  })
}
