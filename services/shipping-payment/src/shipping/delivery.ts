import type { Told, TxChange } from '@talad/shared/chain/tx-queue'
import { type Context, withContext } from '@talad/shared/context'
import type { Queryable, Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { changeIn, changeMany } from '@talad/shared/stream'
import { z } from 'zod'
import { deliveryData } from '../delivery/calldata.ts'
import { type DeliveryJob, shippingIdOf } from '../delivery/chain.ts'
import type { Deps } from '../deps.ts'
import type { Signed } from '../replicas/order.ts'
import type { Command } from './commands.ts'
import type { Shipping } from './state.ts'
import { shippings } from './stream.ts'

/** SP-24: the signed order's end, or a day, whichever is first. */
const DELIVERY_MS = 24 * 60 * 60 * 1_000

/** Due when a delivery has reverted on the chain: whose fault it was isn't asked within the transaction that notes it. */
export const deliveryBlame = jobType(
  'delivery.blame',
  z.object({ shippingId: z.string(), txHash: z.string() }),
)

type Receiver = { recipient: string | undefined; buyerCustomerId: string; toContract?: boolean | undefined }

/**
 * SP-29: whether a delivery to this contract, or of this buyer to any contract, reverted at our cost; where the code came
 * after the purchase was opened, it counts for what is no contract yet, too.
 */
export async function hasFailed(
  db: Queryable,
  { recipient, buyerCustomerId, toContract = false }: Receiver,
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from delivery_failure
     where (recipient = $1 or buyer_customer_id = $2) and ($3 or code_came_later) limit 1`,
    [recipient, buyerCustomerId, toContract],
  )
  return rows.length > 0
}

type Paid = { id: string; state: Shipping; signed: Signed | undefined; context: Context }

/** Gives paid shippings to the relayer, in the transaction that notes the payments. */
export async function startDeliveries(tx: Tx, deps: Deps, paid: readonly Paid[], now: Date): Promise<void> {
  const jobs: DeliveryJob[] = []
  const latest = new Date(now.getTime() + DELIVERY_MS)
  for (const { id, state, signed, context } of paid) {
    const { order, amount, recipient } = state
    if (state.toContract && (await hasFailed(tx, state))) {
      const reason = 'a delivery to a contract has failed before'
      await withContext(context, () =>
        changeIn(tx, shippings, id, { type: 'FailDelivery', reason, now }, now),
      )
      continue
    }
    if (!signed) throw new Error(`the order of shipping ${id} is not known`)
    const deadline = latest < order.signedEnd ? latest : order.signedEnd
    jobs.push({ shippingId: id, data: deliveryData(signed, amount, recipient), deadline, context })
  }
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
  const changed = await changeMany(tx, asked, now)
  for (const [index, { id: shippingId, events }] of changed.entries()) {
    const { status, hash } = delivered[index] ?? {}
    if (status === 'failed' && hash)
      await deliveryBlame.enqueue(tx, [{ key: shippingId, payload: { shippingId, txHash: hash } }], now)
    for (const event of events) {
      if (event.type !== 'IncidentRaised') continue
      const { incident, reason } = event.data
      deps.log.error({ shippingId, incident, reason }, 'a reorganisation contradicts money that has moved')
    }
  }
}
