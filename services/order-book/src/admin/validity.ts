import type { invalidReasons, OrderHistoryEntry } from '@talad/proto/http/order-book/order-admin'
import type { Order } from '@talad/proto/http/order-book/orders'
import type { Fact, OrderEvent } from '../order/events.ts'

type InvalidReason = (typeof invalidReasons)[number]

/**
 * Every reason why a stranger who may trade couldn't fill an order now. What has ended has no other reason: the rest is
 * meaningless then (OB-3).
 */
export function invalidity(
  order: Pick<Order, 'status' | 'type' | 'expired' | 'inactive_reasons' | 'time'> & {
    wholly_reserved: boolean
  },
  { offersEnabled, nowSeconds }: { offersEnabled: boolean; nowSeconds: number },
): InvalidReason[] {
  const { status } = order
  if (status === 'completed' || status === 'cancelled') return [status]
  const reasons: InvalidReason[] = []
  if (order.expired) reasons.push('expired') // OB-5
  if (order.time.start > nowSeconds) reasons.push('not_started')
  if (order.wholly_reserved) reasons.push('reserved') // OB-22
  if (order.type === 'offer' && !offersEnabled) reasons.push('offers_disabled') // OB-41
  return [...reasons, ...order.inactive_reasons] // OB-4
}

const FACTS = {
  validated: 'validated',
  filled: 'filled',
  cancelled: 'cancelled_on_chain',
  counter: 'counter_raised',
  departed: 'departed',
} as const satisfies Record<Fact['kind'], OrderHistoryEntry['type']>

const nothing = { by: null, tx: null, block: null, units: null, reasons: [] }

const ofFact = ({ kind, txHash, block, units }: Fact) => ({
  tx: txHash,
  block: block.toString(),
  units: kind === 'filled' ? units.toString() : null,
})

/**
 * What an event of an order was, for who reads its history.
 * @param facts all that the chain has said of it, by key: an event that takes one back names its key only
 */
export function historyOf(event: OrderEvent, at: Date, facts: ReadonlyMap<string, Fact>): OrderHistoryEntry {
  const entry = { ...nothing, at: at.toISOString() }
  switch (event.type) {
    case 'OrderPut':
      return { ...entry, type: 'put', by: event.data.terms.customerId }
    case 'FactSeen':
      return { ...entry, type: FACTS[event.data.fact.kind], ...ofFact(event.data.fact) }
    case 'FactReverted': {
      const fact = facts.get(event.data.key)
      return { ...entry, type: 'taken_back', ...(fact && ofFact(fact)) }
    }
    case 'OrderCancelled':
      return { ...entry, type: 'cancelled', by: event.data.by }
    case 'CancelRequested':
      return { ...entry, type: 'cancel_requested', by: event.data.by }
    case 'OrderConfirmed':
      return { ...entry, type: 'confirmed', by: event.data.by }
    case 'ActivityChanged': {
      const { reasons } = event.data
      return { ...entry, type: reasons.length > 0 ? 'inactivated' : 'activated', reasons }
    }
  }
}
