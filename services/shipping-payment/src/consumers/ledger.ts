import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import {
  CommandRefusedSchema,
  ShippingFundsLockedSchema,
  ShippingPaidSchema,
  ShippingRefundedSchema,
  ShippingSettledSchema,
  TopupPostedSchema,
} from '@talad/proto/ledger/v1/events'
import { type Consumer, consumer, type Received } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { isOrderCancelled, orderStatus } from '../replicas/order.ts'
import { startDelivery } from '../shipping/delivery.ts'
import { shippings } from '../shipping/stream.ts'
import { orderNoOf } from '../topup/schedule.ts'
import { topups } from '../topup/stream.ts'

function onLedger<D extends DescMessage>(
  event: D,
  run: (message: MessageShape<D>, received: Received, deps: Deps) => Promise<unknown>,
): Consumer<Deps> {
  return consumer<D, Deps>({
    topic: 'ledger.transfer.v1',
    group: 'shipping-payment.transfer',
    event,
    run: async (message, received, deps) => void (await run(message, received, deps)),
  })
}

/** A ledger command that was refused because its effect is there already, or can't be any more, changes nothing here. */
const SETTLED_REFUSALS = ['shipping_already_paid', 'shipping_released', 'shipping_not_paid']

async function refusePayment(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  const orderCancelled = await isOrderCancelled(tx, id)
  await changeIn(tx, shippings, id, { type: 'RecordPayRefused', reason, orderCancelled, now }, now)
}

/** What the ledger made of our commands (SP-13). */
export const ledgerConsumers = [
  onLedger(ShippingPaidSchema, async ({ shippingId }, { tx, now }, deps) => {
    const command = { type: 'RecordPaid' as const, orderStatus: await orderStatus(tx, shippingId), now }
    const { state, before } = await changeIn(tx, shippings, shippingId, command, now)
    if (before?.status === 'pending' && state?.status === 'processing')
      await startDelivery(tx, deps, shippingId, state, now)
  }),
  onLedger(ShippingFundsLockedSchema, async ({ shippingId, attempt, locked }, { tx, now }) => {
    const topupId = newId(now)
    const orderCancelled = await isOrderCancelled(tx, shippingId)
    const command = { type: 'RecordFundsLocked' as const, attempt, locked, topupId, orderCancelled, now }
    const { events, state } = await changeIn(tx, shippings, shippingId, command, now)
    for (const event of events) {
      if (event.type !== 'CardRequested' || !state) continue
      const topup = {
        type: 'Open' as const,
        shippingId,
        customerId: state.buyerCustomerId,
        orderNo: orderNoOf(topupId),
        amount: event.data.charge,
        description: `Talad ${shippingId}`,
        now,
      }
      await changeIn(tx, topups, topupId, topup, now)
    }
  }),
  onLedger(TopupPostedSchema, async ({ shippingId, payRefused }, { tx, now }) => {
    if (shippingId === '' || payRefused === '') return
    await refusePayment(tx, shippingId, payRefused, now)
  }),
  onLedger(CommandRefusedSchema, async ({ key, shippingId, code }, { tx, now }, deps) => {
    deps.log.warn({ key, code }, 'ledger refused a command')
    if (!key.startsWith('pay:') || SETTLED_REFUSALS.includes(code)) return
    await refusePayment(tx, shippingId, code, now)
  }),
  onLedger(ShippingSettledSchema, ({ shippingId }, { tx, now }) =>
    changeIn(tx, shippings, shippingId, { type: 'RecordSettled', now }, now),
  ),
  onLedger(ShippingRefundedSchema, ({ shippingId }, { tx, now }) =>
    changeIn(tx, shippings, shippingId, { type: 'RecordRefunded', now }, now),
  ),
]
