import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  PayShippingSchema,
  RefundShippingSchema,
  ReleaseShippingFundsSchema,
  SettleShippingSchema,
} from '@talad/proto/ledger/v1/commands'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { LEDGER_COMMAND_TOPIC, SHIPPING_TOPIC } from '../../manifest.ts'
import type { ShippingEvent } from './events.ts'
import type { ShippingView } from './view.ts'

/** What the ledger is told because of an event; one buyer's commands keep their order. */
function commands(shippingId: string, event: ShippingEvent, view: ShippingView): Outgoing[] {
  const { buyerCustomerId, gross } = view
  switch (event.type) {
    case 'PaymentRequested':
      return [
        outgoing(LEDGER_COMMAND_TOPIC, buyerCustomerId, PayShippingSchema, {
          shippingId,
          buyerCustomerId,
          gross,
          attempt: event.data.attempt,
          lockPartial: true,
        }),
      ]
    case 'ShippingCanceled':
      return [
        outgoing(LEDGER_COMMAND_TOPIC, buyerCustomerId, ReleaseShippingFundsSchema, {
          shippingId,
          buyerCustomerId,
        }),
      ]
    case 'PaidTooLate':
    case 'DeliveryFailed':
      return [
        outgoing(LEDGER_COMMAND_TOPIC, buyerCustomerId, RefundShippingSchema, {
          shippingId,
          buyerCustomerId,
          gross,
        }),
      ]
    case 'DeliveryConfirmed':
      return [
        outgoing(LEDGER_COMMAND_TOPIC, buyerCustomerId, SettleShippingSchema, {
          shippingId,
          buyerCustomerId,
          sellerCustomerId: view.sellerCustomerId,
          gross,
          parts: view.shares.map(({ customerId, type, value }) => ({ customerId, type, value })),
        }),
      ]
    default:
      return []
  }
}

/** What others may know of a shipping's event: its public state, and the ledger its command. */
export function publish({ id, version, event, view }: Published<ShippingEvent, ShippingView>): Outgoing[] {
  const { shares: _shares, attempt: _attempt, recipient, expiresAt, heldUntil, ...rest } = view
  const changed = outgoing(SHIPPING_TOPIC, id, ShippingChangedSchema, {
    ...rest,
    shippingId: id,
    recipientAddress: recipient,
    isCrypto: false,
    expiresAt: timestampFromDate(expiresAt),
    ...(heldUntil && { heldUntil: timestampFromDate(heldUntil) }),
    at: timestampFromDate(event.data.at),
    revision: version,
  })
  return [...commands(id, event, view), changed]
}
