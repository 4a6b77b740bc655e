import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of the ledger. */
export const rejections = {
  INVALID_AMOUNT: { status: 400, rule: 'LG-4', text: 'amount must be greater than 0' },
  INSUFFICIENT_FUNDS: { status: 409, rule: 'LG-4', text: 'not enough points' },
  NOT_A_CUSTOMER: { status: 422, rule: 'LG-1', text: 'only customers have balances' },
  UNKNOWN_FLOW: { status: 422, rule: 'LG-5', text: 'there is no such flow' },
  FLOW_NOT_ALLOWED: { status: 422, rule: 'LG-5', text: 'the flow may not move this account' },
  LEGS_DONT_SUM: { status: 422, rule: 'LG-1', text: 'what goes out is not what comes in' },
  HOLD_NOT_FOUND: { status: 409, rule: 'LG-5', text: 'nothing is held for this' },
  HOLD_MISMATCH: { status: 409, rule: 'LG-7', text: 'the hold has another customer or amount' },
  HOLD_CAPTURED: { status: 409, rule: 'SP-13', text: 'the hold was captured' },
  HOLD_RELEASED: { status: 409, rule: 'SP-23', text: 'the hold was released' },
  HOLD_NOT_CAPTURED: { status: 409, rule: 'SP-27', text: 'there is nothing captured to move on' },
  BOOKS_NOT_FROZEN: { status: 409, rule: 'LG-17', text: 'withdrawals are not frozen' },
  PROOF_REQUIRED: { status: 409, rule: 'LG-17', text: 'no proof without a difference has been made since' },
  VERSION_CONFLICT: { status: 409, rule: 'AW-4', text: 'somebody else was faster' },
  DAY_NOT_OVER: { status: 400, rule: 'LG-14', text: 'the day is not over yet' },
  MONTH_NOT_BEGUN: { status: 400, rule: 'LG-15', text: 'the month has not begun yet' },
  SETTLEMENT_MISMATCH: { status: 409, rule: 'LG-15', text: 'the settlements do not equal the ledger' },
} as const satisfies RejectionTable
