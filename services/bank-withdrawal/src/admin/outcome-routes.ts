import type { AuditAction } from '@talad/proto/http/audit-actions'
import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import type { PayoutTransfer } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { type DecisionCall, decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { toJsonInteger } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import type { Outcome, Transfer } from '../withdrawal/commands.ts'
import { hasPaid } from '../withdrawal/decide-conclude.ts'
import type { Withdrawal } from '../withdrawal/state.ts'
import { withdrawals } from '../withdrawal/stream.ts'
import { deciderOf } from './decider.ts'
import { withdrawalCase } from './withdrawals.ts'

/**
 * A withdrawal, and what the provider has under its reference at this moment.
 * @throws Rejection WITHDRAWAL_NOT_FOUND, UNAVAILABLE: nothing is ended by what nobody knows
 */
async function looked(
  { db, provider, log }: Deps,
  id: string,
): Promise<{ withdrawal: Withdrawal; transfers: Transfer[] }> {
  const { state } = await load(db, withdrawals, id)
  if (!state) throw new Rejection('WITHDRAWAL_NOT_FOUND', { field: 'request_id' })
  const transfers = await provider.transfersOf(id).catch((err: unknown) => {
    log.warn({ err }, 'the payout provider can not be asked')
    throw new Rejection('UNAVAILABLE')
  })
  return { withdrawal: state, transfers }
}

function stateOf({ paid, failure }: Transfer): PayoutTransfer['state'] {
  if (paid) return 'success'
  return failure === undefined ? 'processing' : 'failed'
}

function toShown(withdrawal: Withdrawal, transfer: Transfer): PayoutTransfer {
  const { id, amount, currency, failure = null } = transfer
  const state = stateOf(transfer)
  return {
    id,
    currency,
    failure,
    state,
    amount: toJsonInteger(amount),
    has_paid: hasPaid(withdrawal, transfer),
  }
}

/** BW-16: the calls by which admins end a payout that is held, as the provider tells of it. */
export function adminOutcomeRoutes(app: App, deps: Deps): void {
  app.route(http.adminPayoutTransfers, async ({ params: { request_id: id } }) => {
    const { withdrawal, transfers } = await looked(deps, id)
    return { list: transfers.map((transfer) => toShown(withdrawal, transfer)) }
  })

  type Said = { request_id: string; version: number; note: string }
  const conclude = async (
    call: DecisionCall,
    admin: Actor,
    said: Said,
    action: AuditAction,
    outcome: Outcome,
  ) => {
    const { request_id: id, version, note } = said
    const { withdrawal, transfers } = await looked(deps, id)
    const by = await deciderOf(deps.db, admin, withdrawal.bankAccountId)
    return decide(deps, withdrawals, id, {
      call,
      action,
      note,
      version,
      command: ({ now }) => ({ type: 'Conclude', by, note, outcome, transfers, now }),
      answer: async (_, { tx }) => ({
        request: await withdrawalCase({ ...deps, db: tx }, id, admin.accountId),
      }),
    })
  }

  app.route(http.adminWithdrawalPaid, ({ body, ...call }) =>
    conclude(call, signedIn(call.actor), body, 'withdrawal.paid', {
      kind: 'paid',
      transferId: body.transfer_id,
    }),
  )
  app.route(http.adminGiveBackWithdrawal, ({ body, ...call }) =>
    conclude(call, signedIn(call.actor), body, 'withdrawal.give-back', {
      kind: 'unpaid',
      reason: body.reason,
    }),
  )
  app.route(http.adminWithdrawalReturned, ({ body, ...call }) =>
    conclude(call, signedIn(call.actor), body, 'withdrawal.returned', {
      kind: 'returned',
      reason: body.reason,
    }),
  )
}
