import type { TxChange } from '@talad/shared/chain/tx-queue'
import type { Queryable, Tx } from '@talad/shared/db'
import { changeIn } from '@talad/shared/stream'
import { deliveryData } from '../delivery/calldata.ts'
import { shippingIdOf } from '../delivery/chain.ts'
import type { Deps } from '../deps.ts'
import { signedOrder } from '../replicas/order.ts'
import type { Command } from './commands.ts'
import type { Shipping } from './state.ts'
import { shippings } from './stream.ts'

/** SP-24: the signed order's end, or a day, whichever is first. */
const DELIVERY_MS = 24 * 60 * 60 * 1_000

/** SP-29: whether a delivery to this contract, or of this buyer to any contract, reverted on the chain at our cost. */
export async function hasFailed(
  db: Queryable,
  { recipient, buyerCustomerId }: { recipient: string | undefined; buyerCustomerId: string },
): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from delivery_failure where recipient = $1 or buyer_customer_id = $2 limit 1',
    [recipient, buyerCustomerId],
  )
  return rows.length > 0
}

/** Gives a paid shipping to the relayer, in the transaction that notes the payment. */
export async function startDelivery(
  tx: Tx,
  deps: Deps,
  shippingId: string,
  paid: Shipping,
  now: Date,
): Promise<void> {
  if (paid.toContract && (await hasFailed(tx, paid))) {
    const reason = 'a delivery to a contract has failed before'
    return void (await changeIn(tx, shippings, shippingId, { type: 'FailDelivery', reason, now }, now))
  }
  const signed = await signedOrder(tx, paid.order.hash)
  if (!signed) throw new Error(`the order of shipping ${shippingId} is not known`)
  const latest = new Date(now.getTime() + DELIVERY_MS)
  await deps.delivery.enqueue(tx, {
    shippingId,
    data: deliveryData(signed, paid.amount, paid.recipient),
    deadline: latest < paid.order.signedEnd ? latest : paid.order.signedEnd,
  })
}

function commandOf({ status, hash, failedReason, ...retries }: TxChange, now: Date): Command {
  if (status === 'failed' || status === 'canceled')
    return { type: 'FailDelivery', reason: failedReason ?? status, now }
  const { retryCount, retryReason } = retries
  return { type: 'RecordDelivery', txStatus: status, txHash: hash, retryCount, retryReason, now }
}

/** Notes on the shipping what became of its delivery; an incident calls a person. */
export async function noteDelivery(tx: Tx, deps: Deps, delivered: TxChange): Promise<void> {
  const shippingId = shippingIdOf(delivered)
  const now = deps.now()
  const { events, state } = await changeIn(tx, shippings, shippingId, commandOf(delivered, now), now)
  if (delivered.status === 'failed' && delivered.hash !== null && state?.toContract)
    await tx.query('insert into delivery_failure values ($1, $2, $3) on conflict do nothing', [
      ...[shippingId, state.recipient, state.buyerCustomerId],
    ])
  for (const event of events) {
    if (event.type !== 'IncidentRaised') continue
    const { incident, reason } = event.data
    deps.log.error({ shippingId, incident, reason }, 'a reorganisation contradicts money that has moved')
  }
}
