import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { type App, customer } from '@talad/shared/http/app'
import { change, load } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { requireSilver } from '../person/compare-names.ts'
import { readBankAccount } from './decide-input.ts'
import { numberHashOf, saveDetail } from './detail.ts'
import { accountsOf, requestById, requestsOf } from './read.ts'
import { bankRequests } from './stream.ts'

/** The calls by which customers manage their bank accounts. */
export function bankRequestRoutes(app: App, deps: Deps): void {
  app.route(http.bankAccounts, async ({ actor }) => ({
    list: await accountsOf(deps, customer(actor).customerId),
  }))

  app.route(http.bankRequests, ({ actor, query }) => requestsOf(deps, customer(actor).customerId, query))

  app.route(http.requestBankAccount, async ({ actor, body, attempt: { id, again } }) => {
    const { customerId, accountId, kycLevel } = customer(actor)
    // GW-10: a call that died before its answer was kept comes again, and finds what it made
    if (again && (await load(deps.db, bankRequests, id)).state)
      return { request: await requestById(deps, id) }
    requireSilver(kycLevel) // BW-15, before anybody else is asked
    const account = readBankAccount(body.bank_account_data)
    const { names } = await deps.persons.verified(accountId)
    const command = {
      type: 'Request' as const,
      customerId,
      accountId,
      kycLevel,
      now: deps.now(),
      swiftCode: account.bank_swift_code,
      numberHash: numberHashOf(deps.details, account.bank_swift_code, account.account_number),
      last4: account.account_number.slice(-4),
      entityType: account.entity_type,
    }
    await change(deps, bankRequests, id, command, (tx) =>
      saveDetail({ tx, details: deps.details }, id, { account, names }),
    )
    return { request: await requestById(deps, id) }
  })

  app.route(http.deleteBankRequest, async ({ actor, query }) => {
    const by = customer(actor).customerId
    await change(deps, bankRequests, query.request_id, { type: 'Delete', by, now: deps.now() })
    return query
  })

  app.route(http.deleteBankAccount, async ({ actor, query }) => {
    const by = customer(actor).customerId
    const command = { type: 'DeleteAccount' as const, by, now: deps.now() }
    await change(deps, bankRequests, query.bank_account_id, command)
    return query
  })
}
