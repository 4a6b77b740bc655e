import type { Tx } from '@talad/shared/db'
import { isHeld, isUnreturned, type Topup } from './state.ts'

/** The row of a top-up, and of the newest refund of it: their constraints hold what no decider can (SP-16, SP-26). */
export async function saveTopup(tx: Tx, id: string, version: number, topup: Topup): Promise<void> {
  await tx.query(
    `insert into topup (id, version, order_no, shipping_id, customer_id, amount, status, mismatch, transaction_id,
       started, opened_at, unknown_status, refund_status, updated_at, unreturned, taken)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (id) do update set version = excluded.version, status = excluded.status, mismatch = excluded.mismatch,
       transaction_id = excluded.transaction_id, started = excluded.started, unknown_status = excluded.unknown_status,
       refund_status = excluded.refund_status, updated_at = excluded.updated_at, unreturned = excluded.unreturned,
       taken = excluded.taken`,
    [
      ...[id, version, topup.orderNo, topup.shippingId, topup.customerId, topup.amount, topup.status],
      ...[isHeld(topup), topup.transactionId ?? null],
      topup.paymentUrl !== undefined || topup.transactionId !== undefined,
      ...[topup.openedAt, topup.unknownStatus ?? null, topup.refund?.status ?? 'none', topup.updatedAt],
      ...[isUnreturned(topup), topup.mismatch?.taken ?? null],
    ],
  )
  const { refund } = topup
  if (!refund) return
  await tx.query(
    `insert into card_refund (id, topup_id, shipping_id, customer_id, amount, status, not_posted, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set status = excluded.status, not_posted = excluded.not_posted,
       updated_at = excluded.updated_at`,
    [
      ...[refund.id, id, topup.shippingId, topup.customerId, refund.amount, refund.status],
      ...[refund.status === 'refunded' && refund.reason !== undefined, refund.createdAt, refund.updatedAt],
    ],
  )
}
