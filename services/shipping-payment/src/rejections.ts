import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of shipping and payment, with the catalogue text of M§8. */
export const rejections = {
  ORDER_NOT_FOUND: { status: 404, rule: 'SP-9', text: 'order not found' },
  RECIPIENT_REQUIRED: { status: 400, rule: 'SP-9', text: 'recipient address required' },
  INVALID_RECIPIENT: { status: 400, rule: 'SP-29', text: 'Invalid Address' },
  NOT_SHIPPABLE_ORDER: { status: 409, rule: 'SP-7', text: 'not shippable order' },
  INVALID_ORDER_TYPE: { status: 400, rule: 'SP-7', text: 'invalid order type' },
  INVALID_ORDER: { status: 400, rule: 'SP-7', text: 'invalid order' },
  ORDER_NOT_OPEN: { status: 409, rule: 'SP-9', text: 'the order is no longer open' },
  INVALID_AMOUNT: {
    status: 400,
    rule: 'OB-22',
    text: 'Amount must be less than or equal to the remaining amount',
  },
  OWN_ORDER: { status: 409, rule: 'OB-43', text: 'you cannot buy your own order' },
  TOO_MANY_SHIPPINGS: { status: 409, rule: 'SP-6', text: 'too many open purchases', retryAfterSeconds: 60 },
  ORDER_BUSY: {
    status: 409,
    rule: 'SP-6',
    text: 'this is being bought right now',
    retryAfterSeconds: 30,
  },
  SHIPPING_NOT_FOUND: { status: 404, rule: 'GW-9', text: 'shipping not found' },
  TOPUP_NOT_FOUND: { status: 404, rule: 'SP-14', text: 'topup not found' },
  SHIPPING_NOT_PAYABLE: { status: 409, rule: 'SP-22', text: 'Shipping is not payable' },
  NOT_THE_BUYER: { status: 403, rule: 'SP-22', text: 'Shipping is not payable' },
  MISSING_PAYMENT_CREDENTIALS: {
    status: 503,
    rule: 'SP-22',
    text: 'Missing payment merchant ID / API key',
    retryAfterSeconds: 300,
  },
  FAILED_TO_CANCEL: { status: 409, rule: 'SP-23', text: 'Failed to cancel' },
  ASSET_SUSPENDED: { status: 403, rule: 'SP-9', text: 'asset is suspended' },
  SHIPPING_NOT_READY: {
    status: 409,
    rule: 'SP-22',
    text: 'Shipping not ready to pay',
    retryAfterSeconds: 30,
  },
  FAILED_TO_PAY: { status: 502, rule: 'SP-22', text: 'Failed to pay' },
  DELIVERY_NOT_CANCELABLE: {
    status: 409,
    rule: 'CA-46',
    text: 'the delivery is signed already, or has ended',
  },
  TOPUP_NOT_HELD: { status: 409, rule: 'SP-18', text: 'the card payment is not held' },
  MISMATCH_NOT_ACCEPTABLE: { status: 409, rule: 'SP-18', text: 'what the provider took is not baht' },
  TOPUP_NOT_COMPLETED: { status: 409, rule: 'SP-26', text: 'the card payment was not completed' },
  ALREADY_REFUNDED: { status: 409, rule: 'SP-26', text: 'the card payment is being refunded, or was' },
  BAD_CHECKSUM: { status: 400, rule: 'SP-14', text: 'check sum is wrong' },
} as const satisfies RejectionTable
