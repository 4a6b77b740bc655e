import { timestampDate } from '@bufbuild/protobuf/wkt'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { saveShipping } from '../projections/shippings.ts'

/** Keeps what is being bought of each order: for what is left to buy (OB-22), and for cancelling (OB-14). */
export const shippingChanged = consumer({
  topic: 'shipping-payment.shipping.v1',
  group: 'order-book.shipping',
  event: ShippingChangedSchema,
  together: true,
  quiet: true,
  run: (event, { tx }, _deps: Deps) =>
    saveShipping(tx, {
      shippingId: event.shippingId,
      orderHash: event.orderHash,
      status: event.status,
      paymentStatus: event.paymentStatus,
      amount: event.amount,
      txHash: event.txHash,
      heldUntil: event.heldUntil && timestampDate(event.heldUntil),
      revision: event.revision,
    }),
})
