import { stream } from '@talad/shared/stream'
import { publicOrder } from '../public-state/order.ts'
import { orderView } from '../read-models/order-view.ts'
import { decide } from './decide.ts'
import { orderEvent } from './events.ts'
import { publish } from './publish.ts'
import { saveRows } from './row.ts'
import { evolve, initialOrder, publicStateOf } from './state.ts'

/** One stream an order, named by its hash: two puts of one order meet in one place (OB-11). */
export const orders = stream({
  name: 'order',
  event: orderEvent,
  initial: initialOrder,
  evolve,
  decide,
  publicState: { schema: publicOrder, of: publicStateOf },
  publish,
  readModels: [orderView],
  save: saveRows,
  // OB-26
  constraints: {
    order_limit_of_customer: 'TOO_MANY_ORDERS',
    order_limit_of_asset: 'TOO_MANY_ORDERS_FOR_ASSET',
  },
})

/** Id of an order's stream. */
export function streamId(hash: string): string {
  return hash.slice(2)
}
