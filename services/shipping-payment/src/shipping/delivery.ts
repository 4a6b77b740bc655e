import type { Told, TxChange } from '@talad/shared/chain/tx-queue'
import type { Context } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { changeMany } from '@talad/shared/stream'
import { deliveryData } from '../delivery/calldata.ts'
import { shippingIdOf } from '../delivery/chain.ts'
import type { Deps } from '../deps.ts'
import type { Signed } from '../replicas/order.ts'
import type { Command } from './commands.ts'
import type { Shipping } from './state.ts'
import { shippings } from './stream.ts'

/** SP-24: the signed order's end, or a day, whichever is first. */
const DELIVERY_MS = 24 * 60 * 60 * 1_000

type Paid = { id: string; state: Shipping; signed: Signed | undefined; context: Context }

/** Gives paid shippings to the relayer, in the transaction that notes the payments. */
export async function startDeliveries(tx: Tx, deps: Deps, paid: readonly Paid[], now: Date): Promise<void> {
  const latest = new Date(now.getTime() + DELIVERY_MS)
  const jobs = paid.map(({ id, state: { order, amount, recipient }, signed, context }) => {
    if (!signed) throw new Error(`the order of shipping ${id} is not known`)
    const deadline = latest < order.signedEnd ? latest : order.signedEnd
    return { shippingId: id, data: deliveryData(signed, amount, recipient), deadline, context }
  })
  await deps.delivery.enqueue(tx, jobs)
}

function commandOf({ status, hash, failedReason, ...retries }: TxChange, now: Date): Command {
  if (status === 'failed' || status === 'canceled')
    return { type: 'FailDelivery', reason: failedReason ?? status, now }
  const { retryCount, retryReason } = retries
  return { type: 'RecordDelivery', txStatus: status, txHash: hash, retryCount, retryReason, now }
}

/** Notes on the shippings what became of their deliveries; an incident calls a person. */
export async function noteDeliveries(tx: Tx, deps: Deps, delivered: readonly Told[]): Promise<void> {
  const now = deps.now()
  const asked = delivered.map(({ context, ...change }) => ({
    stream: shippings,
    id: shippingIdOf(change),
    command: commandOf(change, now),
    context,
  }))
  for (const { id: shippingId, events } of await changeMany(tx, asked, now)) {
    for (const event of events) {
      if (event.type !== 'IncidentRaised') continue
      const { incident, reason } = event.data
      deps.log.error({ shippingId, incident, reason }, 'a reorganisation contradicts money that has moved')
    }
  }
}
