import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { shippings } from '../replicas/shippings.ts'

/** Keeps what is being bought of each order: for what is left to buy (OB-22), and for cancelling (OB-14). */
export const shippingChanged = keepReplica<typeof shippings.event, Deps>(shippings, {
  group: 'order-book.shipping',
  batched: true,
})
