import { z } from 'zod'
import { commaList, cursor, cursorList, limit, objectId, points } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import {
  bankAccount,
  bankAccountInput,
  bankRequest,
  creditWithdrawal,
  creditWithdrawalStatus,
  withdrawal,
} from './shapes.ts'

const service = 'bank-withdrawal'
const user = (path: string) => `${base.user}${path}`
const auth = { kind: 'customer' } as const
/** ID-29: where money could leave to */
const fresh = { ...auth, fresh: true } as const

const older = z.object({
  cs: cursor.optional().describe('where the list goes on: nextCursor of the page before'),
  lm: limit(20, 'how many'),
})
const reading = ['unauthorized', 'invalid_join_session']
const listing = [...reading, 'validation', 'bad_cursor']
const kycErrors = ['missing_kyc_level', 'kyc_level_not_eligible']

export const bankWithdrawalHttp = {
  bankAccounts: endpoint({
    name: 'bankAccounts',
    service,
    method: 'GET',
    auth,
    path: user('/bank-accounts'),
    summary: "The caller's bank accounts, newest first, at most 5",
    status: 200,
    response: z.object({ list: z.array(bankAccount).describe('this page of the list') }),
    errors: reading,
  }),
  deleteBankAccount: endpoint({
    name: 'deleteBankAccount',
    service,
    method: 'DELETE',
    auth,
    path: user('/bank-account'),
    summary: 'Removes a bank account; refused while a withdrawal to it is open (BW-9)',
    query: z.strictObject({ bank_account_id: objectId.describe('one of the caller') }),
    status: 200,
    response: z.object({ bank_account_id: objectId.describe('the one that was removed') }),
    idempotent: true,
    limit: 'write',
    errors: [...reading, 'validation', 'bank_account_not_found', 'bank_account_in_use'],
  }),
  bankRequests: endpoint({
    name: 'bankRequests',
    service,
    method: 'GET',
    auth,
    path: user('/bank-account/requests'),
    summary: "The caller's requests for bank accounts, newest first",
    query: older,
    status: 200,
    response: cursorList(bankRequest),
    errors: listing,
  }),
  requestBankAccount: endpoint({
    name: 'requestBankAccount',
    service,
    method: 'POST',
    auth: fresh,
    slow: true,
    path: user('/bank-account/request'),
    summary:
      'Asks for a bank account, SILVER and above; one request at a time, five with the accounts (BW-1 to BW-8)',
    body: z.strictObject({
      bank_account_data: bankAccountInput.describe('what the bank knows the account by'),
    }),
    status: 201,
    response: z.object({ request: bankRequest.describe('the request as it stands now') }),
    idempotent: true,
    limit: 'write',
    errors: [
      ...[...reading, ...kycErrors, 'validation', 'unavailable'],
      ...['invalid_account_number', 'invalid_tax_id', 'invalid_tel_number', 'invalid_email'],
      ...['too_many_bank_accounts', 'bank_request_open', 'duplicate_bank_account'],
    ],
  }),
  deleteBankRequest: endpoint({
    name: 'deleteBankRequest',
    service,
    method: 'DELETE',
    auth,
    path: user('/bank-account/request'),
    summary: 'Takes back a pending request, or hides a rejected one (BW-1)',
    query: z.strictObject({ request_id: objectId.describe('one of the caller') }),
    status: 200,
    response: z.object({ request_id: objectId.describe('the one that was deleted') }),
    idempotent: true,
    limit: 'write',
    errors: [...reading, 'validation', 'bank_request_not_found', 'bank_request_not_deletable'],
  }),
  withdrawals: endpoint({
    name: 'withdrawals',
    service,
    method: 'GET',
    auth,
    path: user('/fiat-withdrawal/requests'),
    summary: "The caller's withdrawals, newest first; those that were taken back are hidden",
    query: older,
    status: 200,
    response: cursorList(withdrawal),
    errors: listing,
  }),
  requestWithdrawal: endpoint({
    name: 'requestWithdrawal',
    service,
    method: 'POST',
    auth: fresh,
    slow: true,
    path: user('/fiat-withdrawal/request'),
    summary:
      'Asks for earned baht to be paid out, SILVER and above; answers when the money is locked (BW-11 to BW-15). 503: ask again with the same Idempotency-Key',
    body: z.strictObject({
      bank_account_id: z.string().max(24).optional().describe('one of the caller; needed'),
      value: points.min(1).describe('points, 100 a baht; at least 10000'),
    }),
    status: 201,
    response: z.object({ request: withdrawal.describe('the request as it stands now') }),
    idempotent: true,
    limit: 'write',
    errors: [
      ...[...reading, ...kycErrors, 'validation', 'unavailable'],
      ...[
        'bank_account_required',
        'bank_account_not_found',
        'below_minimum',
        'above_cap',
        'above_monthly_cap',
      ],
      ...['withdrawal_open', 'amount_exceeds_spendable'],
    ],
  }),
  deleteWithdrawal: endpoint({
    name: 'deleteWithdrawal',
    service,
    method: 'DELETE',
    auth,
    path: user('/fiat-withdrawal/request'),
    summary: 'Takes back a pending withdrawal; its money is free again (BW-10)',
    query: z.strictObject({ request_id: objectId.describe('one of the caller') }),
    status: 200,
    response: z.object({ request_id: objectId.describe('the one that was taken back') }),
    idempotent: true,
    limit: 'write',
    errors: [...reading, 'validation', 'withdrawal_not_found', 'withdrawal_not_deletable'],
  }),
  creditWithdrawals: endpoint({
    name: 'creditWithdrawals',
    service,
    method: 'GET',
    auth,
    path: user('/credit/withdrawals'),
    summary: "The caller's withdrawals as the ledger shows them, newest first, canceled ones too (LG-12)",
    query: older.extend({
      st: commaList(creditWithdrawalStatus).optional().describe('only those with one of these statuses'),
    }),
    status: 200,
    response: cursorList(creditWithdrawal),
    errors: listing,
  }),
}
