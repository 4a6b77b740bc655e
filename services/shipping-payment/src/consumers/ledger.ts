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
import type { Deps } from '../deps.ts'
import { isOrderCancelled } from '../order/store.ts'
import { changeShippingIn } from '../shipping/change.ts'
import { openTopupIn } from '../topup/change.ts'
import { orderNoOf } from '../topup/store.ts'

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

async function refusePayment(tx: Tx, deps: Deps, id: string, reason: string, now: Date): Promise<void> {
  const orderCancelled = await isOrderCancelled(tx, id)
  await changeShippingIn(tx, deps, id, { type: 'RecordPayRefused', reason, orderCancelled, now })
}

/** What the ledger made of our commands (SP-13). */
export const ledgerConsumers = [
  onLedger(ShippingPaidSchema, ({ shippingId }, { tx, now }, deps) =>
    changeShippingIn(tx, deps, shippingId, { type: 'RecordPaid', now }),
  ),
  onLedger(ShippingFundsLockedSchema, async ({ shippingId, attempt, locked }, { tx, now }, deps) => {
    const topupId = newId(now)
    const orderCancelled = await isOrderCancelled(tx, shippingId)
    const command = { type: 'RecordFundsLocked' as const, attempt, locked, topupId, orderCancelled, now }
    const { events, state } = await changeShippingIn(tx, deps, shippingId, command)
    for (const event of events) {
      if (event.type !== 'CardRequested' || !state) continue
      const topup = {
        shippingId,
        customerId: state.buyerCustomerId,
        orderNo: orderNoOf(topupId),
        amount: event.data.charge,
        description: `Talad ${shippingId}`,
      }
      await openTopupIn(tx, topupId, topup, now)
    }
  }),
  onLedger(TopupPostedSchema, async ({ shippingId, payRefused }, { tx, now }, deps) => {
    if (shippingId === '' || payRefused === '') return
    await refusePayment(tx, deps, shippingId, payRefused, now)
  }),
  onLedger(CommandRefusedSchema, async ({ key, shippingId, code }, { tx, now }, deps) => {
    deps.log.warn({ key, code }, 'ledger refused a command')
    if (!key.startsWith('pay:') || SETTLED_REFUSALS.includes(code)) return
    await refusePayment(tx, deps, shippingId, code, now)
  }),
  onLedger(ShippingSettledSchema, ({ shippingId }, { tx, now }, deps) =>
    changeShippingIn(tx, deps, shippingId, { type: 'RecordSettled', now }),
  ),
  onLedger(ShippingRefundedSchema, ({ shippingId }, { tx, now }, deps) =>
    changeShippingIn(tx, deps, shippingId, { type: 'RecordRefunded', now }),
  ),
]
