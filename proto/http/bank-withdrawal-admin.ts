import { z } from 'zod'
import {
  bankRequestCase,
  byRequest,
  decision,
  paidBy,
  payoutTransfer,
  providerBalance,
  queuedBankRequest,
  queuedWithdrawal,
  queueOf,
  queueQuery,
  refusal,
  withdrawalCase,
} from './bank-withdrawal-admin-shapes.ts'
import { base, endpoint } from './contract.ts'
import { reconciliations } from './reconciliation.ts'

const service = 'bank-withdrawal'
const bank = `${base.admin}/bank-account`
const fiat = `${base.admin}/fiat-withdrawal`

const bankRead = { kind: 'admin', permission: 'bank.read' } as const
const bankDecide = { kind: 'admin', permission: 'bank.decide' } as const
const read = { kind: 'admin', permission: 'withdrawal.read' } as const
const decide = { kind: 'admin', permission: 'withdrawal.decide' } as const
/** AW-14 */
const payOut = { ...decide, fresh: true } as const

const deciding = [
  ...['validation', 'version_conflict', 'not_pending'],
  ...['decider_is_requester', 'decider_is_linked'],
]
const bankDeciding = [...deciding, 'bank_request_not_found']
const paying = [
  ...[...deciding, 'withdrawal_not_found', 'withdrawals_frozen', 'kyc_fell', 'above_cap_now'],
  ...['provider_balance_low', 'unavailable'],
]

const ending = [
  ...['validation', 'version_conflict', 'withdrawal_not_found', 'not_at_provider', 'unavailable'],
  ...['decider_is_requester', 'decider_is_linked'],
]

const bankCase = z.object({ request: bankRequestCase.describe('the request as it stands now') })
const fiatCase = z.object({ request: withdrawalCase.describe('the request as it stands now') })

export const bankWithdrawalAdminHttp = {
  adminBankRequests: endpoint({
    ...{ name: 'adminBankRequests', service, method: 'GET', auth: bankRead },
    path: `${bank}/requests`,
    summary: 'Requests for bank accounts, oldest first, numbers masked (AW-5, BW-20)',
    query: queueQuery,
    status: 200,
    response: queueOf(queuedBankRequest),
    errors: ['validation'],
  }),
  adminBankRequest: endpoint({
    ...{ name: 'adminBankRequest', service, method: 'GET', auth: bankRead },
    path: `${bank}/request/:request_id`,
    summary: 'One request in full; each look is a line of the audit log (BW-20)',
    params: byRequest,
    status: 200,
    response: bankCase,
    errors: ['validation', 'bank_request_not_found'],
  }),
  adminClaimBankRequest: endpoint({
    ...{ name: 'adminClaimBankRequest', service, method: 'POST', auth: bankDecide },
    path: `${bank}/request/claim`,
    summary: 'Tells others for 10 minutes that the caller looks at it; takes it over from whoever did (AW-5)',
    body: byRequest,
    status: 200,
    response: bankCase,
    errors: ['validation', 'bank_request_not_found'],
  }),
  adminReleaseBankRequest: endpoint({
    ...{ name: 'adminReleaseBankRequest', service, method: 'POST', auth: bankDecide },
    path: `${bank}/request/release`,
    summary: "Ends the caller's claim, if it is theirs (AW-5)",
    body: byRequest,
    status: 200,
    response: bankCase,
    errors: ['validation', 'bank_request_not_found'],
  }),
  adminApproveBankRequest: endpoint({
    ...{ name: 'adminApproveBankRequest', service, method: 'POST', auth: bankDecide },
    path: `${bank}/request/approve`,
    summary:
      'Has the payout provider look into the account; it is added when that succeeds (BW-1, BW-2, BW-15)',
    body: decision,
    status: 200,
    response: bankCase,
    idempotent: true,
    errors: [...bankDeciding, 'kyc_fell', 'unavailable'],
  }),
  adminRejectBankRequest: endpoint({
    ...{ name: 'adminRejectBankRequest', service, method: 'POST', auth: bankDecide },
    path: `${bank}/request/reject`,
    summary: 'Says no, with a reason for the customer (BW-17)',
    body: refusal,
    status: 200,
    response: bankCase,
    idempotent: true,
    errors: bankDeciding,
  }),
  adminWithdrawals: endpoint({
    ...{ name: 'adminWithdrawals', service, method: 'GET', auth: read },
    path: `${fiat}/requests`,
    summary: 'Withdrawals, oldest first, numbers masked (AW-5, BW-20)',
    query: queueQuery,
    status: 200,
    response: queueOf(queuedWithdrawal),
    errors: ['validation'],
  }),
  adminWithdrawal: endpoint({
    ...{ name: 'adminWithdrawal', service, method: 'GET', auth: read },
    path: `${fiat}/request/:request_id`,
    summary: 'One withdrawal in full; each look is a line of the audit log (BW-20)',
    params: byRequest,
    status: 200,
    response: fiatCase,
    errors: ['validation', 'withdrawal_not_found'],
  }),
  adminClaimWithdrawal: endpoint({
    ...{ name: 'adminClaimWithdrawal', service, method: 'POST', auth: decide },
    path: `${fiat}/request/claim`,
    summary: 'Tells others for 10 minutes that the caller looks at it; takes it over from whoever did (AW-5)',
    body: byRequest,
    status: 200,
    response: fiatCase,
    errors: ['validation', 'withdrawal_not_found'],
  }),
  adminReleaseWithdrawal: endpoint({
    ...{ name: 'adminReleaseWithdrawal', service, method: 'POST', auth: decide },
    path: `${fiat}/request/release`,
    summary: "Ends the caller's claim, if it is theirs (AW-5)",
    body: byRequest,
    status: 200,
    response: fiatCase,
    errors: ['validation', 'withdrawal_not_found'],
  }),
  adminApproveWithdrawal: endpoint({
    ...{ name: 'adminApproveWithdrawal', service, method: 'POST', auth: payOut, slow: true },
    path: `${fiat}/request/approve`,
    summary:
      'Has it paid out, after a fresh look at identity level and provider balance; above 1,000,000 points it then waits for a second admin (BW-15, BW-16, BW-18)',
    body: decision,
    status: 200,
    response: fiatCase,
    idempotent: true,
    errors: [...paying, 'awaits_second_admin'],
  }),
  adminConfirmWithdrawal: endpoint({
    ...{ name: 'adminConfirmWithdrawal', service, method: 'POST', auth: payOut, slow: true },
    path: `${fiat}/request/confirm`,
    summary:
      'The second admin of a large withdrawal: everything is checked again, then it is paid out (BW-18)',
    body: decision,
    status: 200,
    response: fiatCase,
    idempotent: true,
    errors: [...paying, 'not_approved_yet', 'same_admin'],
  }),
  adminRejectWithdrawal: endpoint({
    ...{ name: 'adminRejectWithdrawal', service, method: 'POST', auth: decide },
    path: `${fiat}/request/reject`,
    summary: 'Says no, with a reason for the customer; the money is free again (BW-10, BW-17)',
    body: refusal,
    status: 200,
    response: fiatCase,
    idempotent: true,
    errors: [...deciding, 'withdrawal_not_found'],
  }),
  adminPayoutTransfers: endpoint({
    ...{ name: 'adminPayoutTransfers', service, method: 'GET', auth: read, slow: true },
    path: `${fiat}/request/:request_id/transfers`,
    summary: 'What the payout provider has of a withdrawal at this moment (BW-16)',
    params: byRequest,
    status: 200,
    response: z.object({
      list: z.array(payoutTransfer).describe('more than one is a fault of somebody'),
    }),
    errors: ['validation', 'withdrawal_not_found', 'unavailable'],
  }),
  adminWithdrawalPaid: endpoint({
    ...{ name: 'adminWithdrawalPaid', service, method: 'POST', auth: payOut, slow: true },
    path: `${fiat}/request/paid`,
    summary:
      'Ends a payout that is held as paid, by a transfer that the provider tells of at this moment and that has paid what was asked for (BW-16)',
    body: paidBy,
    status: 200,
    response: fiatCase,
    idempotent: true,
    errors: [...ending, 'payout_not_paid'],
  }),
  adminGiveBackWithdrawal: endpoint({
    ...{ name: 'adminGiveBackWithdrawal', service, method: 'POST', auth: payOut, slow: true },
    path: `${fiat}/request/give-back`,
    summary:
      'Ends a payout that is held as not paid, where the provider tells at this moment of nothing that was paid or still may be; the money is free again (BW-16, BW-17)',
    body: refusal,
    status: 200,
    response: fiatCase,
    idempotent: true,
    errors: [...ending, 'payout_may_be_paid'],
  }),
  adminWithdrawalReturned: endpoint({
    ...{ name: 'adminWithdrawalReturned', service, method: 'POST', auth: payOut, slow: true },
    path: `${fiat}/request/returned`,
    summary:
      'The bank has sent back what was paid out, and the provider tells at this moment that it failed: the customer has the whole amount again, the fee too (LG-8); the request stays success, with the reason',
    body: refusal,
    status: 200,
    response: fiatCase,
    idempotent: true,
    errors: [...ending.filter((code) => code !== 'not_at_provider'), 'not_paid_out', 'payout_may_be_paid'],
  }),
  payoutReconciliations: reconciliations(
    service,
    'payoutReconciliations',
    `${fiat}/reconciliations`,
    'Payouts of each day',
  ),
  adminPayoutState: endpoint({
    ...{ name: 'adminPayoutState', service, method: 'GET', auth: read, slow: true },
    path: `${fiat}/provider-balance`,
    summary: 'What lies at the payout provider, and whether payouts are frozen (BW-16, LG-17)',
    status: 200,
    response: z.object({
      provider_balance: providerBalance.nullable().describe('null: the provider gives no answer'),
      frozen: z.boolean().describe("the ledger's proof found a difference: nothing is approved or paid out"),
    }),
  }),
}
