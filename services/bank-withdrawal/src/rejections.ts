import { MOST_BANK_ACCOUNTS } from '@talad/proto/http/bank-withdrawal/terms'
import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of bank accounts and withdrawals, with the catalogue text of M§5, M§6 and M§8. */
export const rejections = {
  MISSING_KYC_LEVEL: { status: 403, rule: 'BW-15', text: 'Missing Join KYC level' },
  KYC_LEVEL_NOT_ELIGIBLE: { status: 403, rule: 'BW-15', text: 'Join KYC level not eligible' },
  INVALID_ACCOUNT_NUMBER: { status: 400, rule: 'BW-8', text: 'Account number must have 10 to 15 digits' },
  INVALID_TAX_ID: { status: 400, rule: 'BW-8', text: 'Tax ID must have 13 digits and a valid check digit' },
  INVALID_TEL_NUMBER: { status: 400, rule: 'BW-8', text: 'Telephone number must have at least 10 digits' },
  INVALID_EMAIL: { status: 400, rule: 'BW-8', text: 'Email is not valid' },
  TOO_MANY_BANK_ACCOUNTS: {
    status: 409,
    rule: 'BW-3',
    text: `At most ${MOST_BANK_ACCOUNTS} bank accounts and requests`,
  },
  BANK_REQUEST_OPEN: { status: 409, rule: 'BW-3', text: 'A bank account request is waiting already' },
  DUPLICATE_BANK_ACCOUNT: { status: 409, rule: 'BW-4', text: 'This bank account is registered already' },
  BANK_ACCOUNT_NOT_FOUND: { status: 404, rule: 'GW-9', text: 'bank account not found' },
  BANK_ACCOUNT_IN_USE: { status: 409, rule: 'BW-9', text: 'A withdrawal to this bank account is under way' },
  BANK_REQUEST_NOT_FOUND: { status: 404, rule: 'GW-9', text: 'bank account request not found' },
  BANK_REQUEST_NOT_DELETABLE: {
    status: 409,
    rule: 'BW-1',
    text: 'The request is being processed or has become an account',
  },
  BANK_ACCOUNT_REQUIRED: { status: 400, rule: 'M§5', text: 'Please select a bank account' },
  BELOW_MINIMUM: {
    status: 400,
    rule: 'M§5',
    text: 'Minimum withdrawal amount is 10000 Points (100 THB)',
  },
  ABOVE_CAP: { status: 403, rule: 'BW-13', text: 'At most 1000000 Points (10000 THB) at KYC level SILVER' },
  ABOVE_MONTHLY_CAP: { status: 403, rule: 'BW-13', text: 'The cap of this month is reached' },
  WITHDRAWAL_OPEN: { status: 409, rule: 'BW-12', text: 'A withdrawal is under way already' },
  AMOUNT_EXCEEDS_SPENDABLE: { status: 409, rule: 'BW-12', text: 'Amount exceeds the spendable balance' },
  WITHDRAWAL_NOT_FOUND: { status: 404, rule: 'GW-9', text: 'withdrawal not found' },
  WITHDRAWAL_NOT_DELETABLE: { status: 409, rule: 'BW-10', text: 'The withdrawal is no longer pending' },
  NOT_PENDING: { status: 409, rule: 'BW-10', text: 'It is no longer pending' },
  DECIDER_IS_REQUESTER: { status: 403, rule: 'BW-18', text: 'Nobody decides on their own request' },
  DECIDER_IS_LINKED: {
    status: 403,
    rule: 'BW-18',
    text: 'Nobody decides on a bank account that they have registered themselves',
  },
  VERSION_CONFLICT: { status: 409, rule: 'AW-4', text: 'somebody else was faster' },
  ABOVE_CAP_NOW: {
    status: 409,
    rule: 'BW-13',
    text: "The customer's KYC level is SILVER now, and this is above its cap",
  },
  KYC_FELL: { status: 409, rule: 'BW-15', text: "The customer's KYC level is below SILVER now" },
  WITHDRAWALS_FROZEN: {
    status: 409,
    rule: 'LG-17',
    text: 'Withdrawals are frozen: the books do not add up',
  },
  PROVIDER_BALANCE_LOW: {
    status: 409,
    rule: 'BW-16',
    text: 'The available balance at the payout provider is below the net amount',
  },
  AWAITS_SECOND_ADMIN: { status: 409, rule: 'BW-18', text: 'A second admin has to confirm it' },
  NOT_APPROVED_YET: { status: 409, rule: 'BW-18', text: 'No first admin has approved it' },
  NOT_PAID_OUT: { status: 409, rule: 'BW-16', text: 'It was not paid out, or has been given back already' },
  NOT_AT_PROVIDER: { status: 409, rule: 'BW-16', text: 'It is not with the payout provider' },
  PAYOUT_NOT_PAID: {
    status: 409,
    rule: 'BW-16',
    text: 'The payout provider tells of no such payment of what was asked for',
  },
  PAYOUT_MAY_BE_PAID: {
    status: 409,
    rule: 'BW-16',
    text: 'The payout provider has paid it, or may still pay it',
  },
  SAME_ADMIN: { status: 403, rule: 'BW-18', text: 'Another admin than the first has to confirm it' },
} as const satisfies RejectionTable
