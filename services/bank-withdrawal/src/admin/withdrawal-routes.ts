import { reconciledDays } from '@talad/market/reconciliation'
import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { toJsonInteger } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import type { Decider } from '../bank-request/decide.ts'
import { accountFor } from '../bank-request/read.ts'
import type { Deps } from '../deps.ts'
import { isCompany } from '../person/decide.ts'
import { isFrozen } from '../replicas/books.ts'
import type { Facts } from '../withdrawal/commands.ts'
import { withdrawals } from '../withdrawal/stream.ts'
import { auditLook } from './bank-routes.ts'
import { claim, release } from './claims.ts'
import { deciderOf } from './decider.ts'
import { decideCase } from './decision.ts'
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
  const shown = async (id: string, actor: Actor) => ({
    request: await withdrawalCase(deps, id, actor.accountId),
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
    await claim(deps.db, id, by, deps.now())
    await auditLook(deps, { actor: by, kind: 'withdrawal', id, requestId: request.id })
    return shown(id, by)
  })

  app.route(http.adminReleaseWithdrawal, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await release(deps.db, id, by.accountId)
    await auditLook(deps, { actor: by, kind: 'withdrawal', id, requestId: request.id })
    return shown(id, by)
  })

  const agreeing = [
    { endpoint: http.adminApproveWithdrawal, type: 'Approve', action: 'withdrawal.approve' },
    { endpoint: http.adminConfirmWithdrawal, type: 'Confirm', action: 'withdrawal.confirm' },
  ] as const
  for (const { endpoint, type, action } of agreeing)
    app.route(endpoint, async ({ body, actor, attempt, request }) => {
      const admin = signedIn(actor)
      const { request_id: caseId, version, note } = body
      const { facts, by } = await factsFor(deps, caseId, admin)
      await decideCase(deps, withdrawals, {
        actor: admin,
        attempt,
        requestId: request.id,
        caseId,
        version,
        note,
        action,
        command: { type, by, note, facts, now: deps.now() },
      })
      return shown(caseId, admin)
    })

  app.route(http.adminRejectWithdrawal, async ({ body, actor, attempt, request }) => {
    const admin = signedIn(actor)
    const { request_id: caseId, version, note, reason } = body
    const { state } = await load(deps.db, withdrawals, caseId)
    const by = await deciderOf(deps.db, admin, state?.bankAccountId)
    await decideCase(deps, withdrawals, {
      actor: admin,
      attempt,
      requestId: request.id,
      caseId,
      version,
      note,
      action: 'withdrawal.reject',
      command: { type: 'Reject', by, note, reason, now: deps.now() },
    })
    return shown(caseId, admin)
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
