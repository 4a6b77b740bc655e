import { reconciledDays } from '@talad/market/reconciliation'
import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import type { Queryable } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { toJsonInteger } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import type { Decider } from '../bank-request/decide.ts'
import { accountFor } from '../bank-request/read.ts'
import type { Deps } from '../deps.ts'
import { isCompany } from '../person/compare-names.ts'
import { isFrozen } from '../replicas/books.ts'
import type { Facts } from '../withdrawal/commands.ts'
import { withdrawals } from '../withdrawal/stream.ts'
import { auditLook } from './bank-routes.ts'
import { claims } from './claims.ts'
import { deciderOf } from './decider.ts'
import { withdrawalCase, withdrawalQueue } from './withdrawals.ts'

/** BW-16. @throws Rejection UNAVAILABLE: nothing is paid out of a balance that nobody knows */
async function balanceOf({ provider, log }: Deps) {
  return provider.balance().catch((err: unknown) => {
    log.warn({ err }, 'the payout provider can not be asked')
    throw new Rejection('UNAVAILABLE')
  })
}

/** BW-13, BW-15, BW-16, BW-18, LG-17: what an approval goes by, found out just now. */
async function factsFor(deps: Deps, id: string, actor: Actor): Promise<{ facts: Facts; by: Decider }> {
  const { state } = await load(deps.db, withdrawals, id)
  if (!state) throw new Rejection('WITHDRAWAL_NOT_FOUND', { field: 'request_id' })
  const [{ kycLevel, names }, account, balance, frozen, by] = await Promise.all([
    deps.persons.verified(state.accountId),
    accountFor(deps.db, state.bankAccountId, state.customerId),
    balanceOf(deps),
    isFrozen(deps.db),
    deciderOf(deps.db, actor, state.bankAccountId),
  ])
  // BW-14
  const isExempt = account?.entityType === 'Organization' || isCompany(names, deps.companyName)
  return { facts: { kycLevel, isCompany: isExempt, balance, frozen }, by }
}

/** The calls by which admins look at withdrawals. */
export function adminWithdrawalRoutes(app: App, deps: Deps): void {
  const shown = async (id: string, { accountId }: Actor, db: Queryable = deps.db) => ({
    request: await withdrawalCase({ ...deps, db }, id, accountId),
  })

  app.route(http.payoutReconciliations, async () => ({ list: await reconciledDays(deps.db) }))

  app.route(http.adminWithdrawals, ({ query, actor }) =>
    withdrawalQueue(deps, query, signedIn(actor).accountId),
  )

  app.route(http.adminWithdrawal, async ({ params: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    const answer = await shown(id, by)
    await auditLook(deps, { actor: by, kind: 'withdrawal', id, requestId: request.id })
    return answer
  })

  app.route(http.adminClaimWithdrawal, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await claims.claim(deps.db, id, by, deps.now())
    await auditLook(deps, { actor: by, kind: 'withdrawal', id, requestId: request.id })
    return shown(id, by)
  })

  app.route(http.adminReleaseWithdrawal, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await claims.release(deps.db, id, by.accountId)
    await auditLook(deps, { actor: by, kind: 'withdrawal', id, requestId: request.id })
    return shown(id, by)
  })

  const agreeing = [
    { endpoint: http.adminApproveWithdrawal, type: 'Approve', action: 'withdrawal.approve' },
    { endpoint: http.adminConfirmWithdrawal, type: 'Confirm', action: 'withdrawal.confirm' },
  ] as const
  for (const { endpoint, type, action } of agreeing)
    app.route(endpoint, async ({ body, ...call }) => {
      const { request_id: id, version, note } = body
      const admin = signedIn(call.actor)
      const { facts, by } = await factsFor(deps, id, admin)
      return decide(deps, withdrawals, id, {
        call,
        action,
        note,
        version,
        command: ({ now }) => ({ type, by, note, facts, now }),
        answer: (_, { tx }) => shown(id, admin, tx),
      })
    })

  app.route(http.adminRejectWithdrawal, async ({ body, ...call }) => {
    const { request_id: id, version, note, reason } = body
    const admin = signedIn(call.actor)
    const { state } = await load(deps.db, withdrawals, id)
    const by = await deciderOf(deps.db, admin, state?.bankAccountId)
    return decide(deps, withdrawals, id, {
      call,
      action: 'withdrawal.reject',
      note,
      version,
      command: ({ now }) => ({ type: 'Reject', by, note, reason, now }),
      answer: (_, { tx }) => shown(id, admin, tx),
    })
  })

  app.route(http.adminPayoutState, async () => {
    const balance = await balanceOf(deps).catch(() => undefined)
    return {
      provider_balance: balance
        ? {
            ledger_balance: toJsonInteger(balance.ledger),
            available_balance: toJsonInteger(balance.available),
          }
        : null,
      frozen: await isFrozen(deps.db),
    }
  })
}
