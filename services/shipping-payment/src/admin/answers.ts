import type {
  AdminShipping,
  AdminTopup,
  CardRefund,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { toJsonInteger } from '@talad/shared/money'
import { partiesOf, toBought } from '../shipping/response.ts'
import type { Shipping } from '../shipping/state.ts'
import type { Refund } from '../topup/refund-state.ts'
import { isHeld, refundableOf, type Topup } from '../topup/state.ts'

/** A purchase as admins see it: all that its buyer sees, who is part of it, and what waits for a person. */
export function toAdminShipping(id: string, shipping: Shipping, now: Date): AdminShipping {
  const { role: _role, ...seen } = toBought(id, shipping, now)
  return { ...seen, ...partiesOf(shipping), incident: shipping.incident ?? null, version: shipping.revision }
}

export function toRefund(topupId: string, topup: Topup, refund: Refund): CardRefund {
  return {
    _id: refund.id,
    topup_id: topupId,
    shipping_id: topup.shippingId,
    customer_id: topup.customerId,
    value: toJsonInteger(refund.amount),
    status: refund.status,
    stage: refund.stage,
    method: refund.methods.at(-1) ?? null,
    doubted: refund.doubted,
    reason: refund.reason ?? null,
    note: refund.note,
    by: refund.by,
    created: refund.createdAt.toISOString(),
    updated: refund.updatedAt.toISOString(),
  }
}

function toMismatch({ mismatch }: Topup): AdminTopup['mismatch'] {
  if (!mismatch) return null
  const { field, expected, received, taken, transactionId, decision, note, by, at } = mismatch
  return {
    field,
    expected,
    received,
    received_value: taken === undefined ? null : toJsonInteger(taken),
    transaction_id: transactionId ?? null,
    at: at.toISOString(),
    decision: decision ?? null,
    note: note ?? null,
    by: by ?? null,
  }
}

/** How often, and when last, the provider was asked: not an event, as asking twice does no harm. */
export type Inquired = { inquiries: number; inquired_at: Date | null }

/** A card payment as admins see it. */
export function toAdminTopup(id: string, topup: Topup, { inquiries, inquired_at }: Inquired): AdminTopup {
  const refundable = refundableOf(topup)
  return {
    _id: id,
    shipping_id: topup.shippingId,
    customer_id: topup.customerId,
    order_no: topup.orderNo,
    transaction_id: topup.transactionId ?? null,
    value: toJsonInteger(topup.amount),
    status: topup.status,
    held: isHeld(topup),
    mismatch: toMismatch(topup),
    unknown_status: topup.unknownStatus ?? null,
    refundable: refundable === undefined ? null : toJsonInteger(refundable),
    refund: topup.refund ? toRefund(id, topup, topup.refund) : null,
    inquiries,
    inquired: inquired_at?.toISOString() ?? null,
    version: topup.revision,
    created: topup.openedAt.toISOString(),
    updated: topup.updatedAt.toISOString(),
  }
}
