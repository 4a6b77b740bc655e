import type { Stream } from '@talad/shared/handle'
import { decide, type OrderCommand } from './decide.ts'
import { type OrderEvent, orderEvent } from './events.ts'
import { evolve, initialOrder, type OrderState } from './state.ts'

/** One stream an order, named by its hash: two puts of one order meet in one place (OB-11). */
export const orders: Stream<OrderState, OrderCommand, OrderEvent> = {
  name: 'order',
  event: orderEvent,
  initial: initialOrder,
  evolve,
  decide,
}

/** Id of an order's stream. */
export function streamId(hash: string): string {
  return hash.slice(2)
}
