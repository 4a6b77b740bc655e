import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of the ledger. */
export const rejections = {
  INVALID_AMOUNT: { status: 400, rule: 'LG-4', text: 'amount must be greater than 0' },
  INSUFFICIENT_FUNDS: { status: 409, rule: 'LG-4', text: 'not enough points' },
  SHIPPING_ALREADY_PAID: { status: 409, rule: 'SP-13', text: 'the shipping is already paid' },
  SHIPPING_RELEASED: { status: 409, rule: 'SP-23', text: 'the shipping was canceled' },
  SHIPPING_NOT_PAID: { status: 409, rule: 'SP-27', text: 'the shipping is not paid' },
  ESCROW_MISMATCH: { status: 409, rule: 'LG-7', text: 'the shipping has another buyer or amount' },
  PARTS_DONT_SUM: { status: 409, rule: 'OB-29', text: 'the parts do not sum to the price' },
} as const satisfies RejectionTable
