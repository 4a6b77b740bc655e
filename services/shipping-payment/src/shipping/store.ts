import type { Queryable, Tx } from '@talad/shared/db'
import { type Handled, type Loaded, load, type Stream } from '@talad/shared/handle'
import { type Command, decide } from './decide.ts'
import { type ShippingEvent, shippingEvent } from './events.ts'
import { evolve, type Shipping } from './state.ts'
import { withViews } from './view.ts'

export const shippings: Stream<Shipping | undefined, Command, ShippingEvent> = {
  name: 'shipping',
  event: shippingEvent,
  initial: undefined,
  evolve,
  decide: (command, shipping) => withViews(shipping, decide(command, shipping)),
}

/** Writes the row of a shipping beside its events: the row's constraints are the limits of SP-6. */
export async function saveShipping(
  tx: Tx,
  id: string,
  { state, version, events }: Handled<Shipping | undefined, ShippingEvent>,
): Promise<void> {
  if (!state || events.length === 0) return
  const changing = [
    ...[state.status, state.payment.status, state.payment.atLedger],
    ...[state.txHash ?? null, state.incident ?? null],
  ]
  // an upsert would fire the insert's trigger, which counts, for a shipping that is open already
  if (version > events.length) {
    await tx.query({
      name: 'shipping.update',
      text: `update shipping set version = $2, status = $3, payment_status = $4, at_ledger = $5, tx_hash = $6,
         incident = $7 where id = $1`,
      values: [id, version, ...changing],
    })
    return
  }
  await tx.query(
    `insert into shipping (id, version, status, payment_status, at_ledger, tx_hash, incident, order_hash,
       buyer_customer_id, seller_customer_id, amount, gross, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
}

export function loadShipping(db: Queryable, id: string): Promise<Loaded<Shipping | undefined>> {
  return load(db, shippings, id)
}
