import type { Order } from '@talad/proto/http/order-book/orders'
import type { Tone } from '@talad/ui/components/status'
import type { OwnKey } from '../../i18n/own.ts'
import { orderDisplay } from './display.ts'

type Ended = Pick<Order, 'status' | 'expired' | 'inactive' | 'type' | 'fill'>
type Said = { text: OwnKey; tone: Tone }

const over = {
  cancelled: { text: 'order.endedCancelled', tone: 'bad' },
  expired: { text: 'order.endedExpired', tone: 'wait' },
} as const satisfies Record<string, Said>

/** OB-6: what became of an order that is over: how it ended, and what of it came about before. */
export function endOf(order: Ended): Said[] {
  const display = orderDisplay(order)
  const isOffer = order.type === 'offer'
  if (display === 'completed') {
    return [{ text: isOffer ? 'order.endedAccepted' : 'order.endedSold', tone: 'good' }]
  }
  const some: Said[] =
    order.fill.amount === '0'
      ? []
      : [{ text: isOffer ? 'order.endedPartAccepted' : 'order.endedPart', tone: 'good' }]
  return display === 'cancelled' || display === 'expired' ? [...some, over[display]] : some
}
