import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { consumer } from '@talad/shared/consumer'
import { saveSales } from '../issuer/sales.ts'

/** MO-32: what was sold on the chain, in baht or in tokens, as a whole or in part. */
export const orderSold = consumer({
  topic: 'order-book.order.v1',
  group: 'moderation.sale',
  event: OrderChangedSchema,
  lingerMs: 500,
  filter: ({ change }) => change === 'filled' || change === 'completed',
  run: (orders, { tx, now }) => saveSales(tx, orders, now),
})
