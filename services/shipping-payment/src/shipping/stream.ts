import type { Queryable, Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { jobType } from '@talad/shared/jobs'
import { Rejection } from '@talad/shared/rejection'
import { type Change, type Loaded, load, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type ShippingEvent, shippingEvent } from './events.ts'
import { publish } from './publish.ts'
import { evolve, type Shipping } from './state.ts'
import { shippingView, viewOf } from './view.ts'

/** SP-4: due when the shipping's time is over. */
export const expiry = jobType('shipping.expiry', z.object({ shippingId: z.string() }))

type Changed = Change<Shipping | undefined, ShippingEvent>

/** The row of a shipping beside its events: the row's constraints are the limits of SP-6. */
async function save(tx: Tx, { id, state, version, events }: Changed): Promise<void> {
  if (!state) return
  const { canceledReason: why } = state
  const lapsed = why === 'expired' || why === 'idle' || why === 'buyer' ? why : null // SP-5
  const changing = [
    ...[state.status, state.payment.status, state.payment.atLedger],
    ...[
      state.txHash ?? null,
      state.incident ?? null,
      state.fiatRefund?.status ?? 'none',
      state.updatedAt,
      lapsed,
    ],
  ]
  // an upsert would fire the insert's trigger, which counts, for a shipping that is open already
  if (version > events.length) {
    await tx.query({
      name: 'shipping.update',
      text: `update shipping set version = $2, status = $3, payment_status = $4, at_ledger = $5, tx_hash = $6,
         incident = $7, fiat_refund = $8, updated_at = $9, lapsed = $10 where id = $1`,
      values: [id, version, ...changing],
    })
    return
  }
  await tx.query(
    `insert into shipping (id, version, status, payment_status, at_ledger, tx_hash, incident, fiat_refund,
       updated_at, lapsed, order_hash, buyer_customer_id, seller_customer_id, amount, gross, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      id,
      version,
      ...changing,
      state.order.hash,
      state.buyerCustomerId,
      state.order.sellerCustomerId,
      state.amount,
      state.gross,
      state.expiresAt,
      state.createdAt,
    ],
  )
  await expiry.enqueue(tx, [{ payload: { shippingId: id }, key: id, at: state.expiresAt }])
}

/** One purchase: from the reservation of the order to its delivery, or back. */
export const shippings = stream({
  name: 'shipping',
  event: shippingEvent,
  initial: undefined as Shipping | undefined,
  evolve,
  decide,
  publicState: { schema: shippingView, of: viewOf },
  publish,
  save: each(save),
  // SP-6
  constraints: { shipping_one_per_order: 'ORDER_BUSY', shipping_three_per_buyer: 'TOO_MANY_SHIPPINGS' },
})

export function loadShipping(db: Queryable, id: string): Promise<Loaded<Shipping | undefined>> {
  return load(db, shippings, id)
}

/** @throws Rejection SHIPPING_NOT_FOUND */
export async function existingShipping(db: Queryable, id: string): Promise<Shipping> {
  const { state } = await loadShipping(db, id)
  if (!state) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return state
}
