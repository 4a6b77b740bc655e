import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { SHIPPING_TOPIC } from '../../manifest.ts'
import type { MoneyFlow } from './commands.ts'
import type { ShippingEvent } from './events.ts'
import {
  holdPrice,
  lockSeller,
  refund,
  releaseHold,
  reverseSettlement,
  reverseTakenBack,
  settle,
  unlockSeller,
} from './ledger-commands.ts'
import type { ShippingView } from './view.ts'

/** LG-18: the chain took the delivery back, and the seller has the price of it. */
const takenBack: ReadonlySet<string> = new Set(['delivery_lost', 'reversal_refused'])

/** The commands whose refusal is an incident. */
const again: Record<MoneyFlow, (id: string, view: ShippingView) => Outgoing[]> = {
  settlement: (id, view) => [settle(id, view)],
  refund: (id, view) => [refund(id, view)],
  release: (id, view) => [releaseHold(id, view)],
  reversal: reverseTakenBack,
}

/** What the ledger is told because of an event; one buyer's commands keep their order. */
function commands(shippingId: string, event: ShippingEvent, view: ShippingView): Outgoing[] {
  switch (event.type) {
    case 'PaymentRequested':
      return [holdPrice(shippingId, view, event.data.attempt)]
    case 'ShippingCanceled':
      return [releaseHold(shippingId, view)]
    case 'PaidTooLate':
    case 'DeliveryFailed':
      return [refund(shippingId, view)]
    case 'DeliveryLost':
      return [reverseSettlement(shippingId, view)]
    case 'DeliveryConfirmed':
      return [settle(shippingId, view)]
    case 'IncidentRaised':
      return takenBack.has(event.data.incident) ? lockSeller(shippingId, view) : []
    case 'MoneyAskedAgain':
      return again[event.data.flow](shippingId, view)
    case 'IncidentEnded':
      return unlockSeller(shippingId, view)
    default:
      return []
  }
}

/** What the seller gets. */
function netOf(shares: ShippingView['shares']): bigint {
  return shares.filter(({ type }) => type === 'net').reduce((sum, { value }) => sum + value, 0n)
}

/** SP-26: what has gone back to a card. */
function cardRefundOf({ type, data }: ShippingEvent) {
  if (type !== 'CardRefundMoved' || data.status !== 'refunded') return {}
  return { cardRefund: { refundId: data.refundId, value: data.amount } }
}

/** What others may know of a shipping's event: its public state, and the ledger its command. */
export function publish({ id, version, event, view }: Published<ShippingEvent, ShippingView>): Outgoing[] {
  const { attempt: _attempt, incidents: _incidents, askedAgain: _askedAgain, ...told } = view
  const { recipient, expiresAt, heldUntil, asset, ...rest } = told
  const changed = outgoing(SHIPPING_TOPIC, id, ShippingChangedSchema, {
    ...rest,
    shippingId: id,
    recipientAddress: recipient,
    isCrypto: false,
    expiresAt: timestampFromDate(expiresAt),
    ...(asset && { asset }),
    ...cardRefundOf(event),
    net: netOf(view.shares),
    ...(heldUntil && { heldUntil: timestampFromDate(heldUntil) }),
    at: timestampFromDate(event.data.at),
    revision: version,
  })
  return [...commands(id, event, view), changed]
}
