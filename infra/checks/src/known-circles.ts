import type { Circle } from './circles.ts'

/** Circles that are still to be opened. The guard says when one is gone; none may be added. */
export const knownCircles: readonly Circle[] = [
  ['services/order-book/src/listing', 'services/order-book/src/order'],
  ['services/order-book/src/listing', 'services/order-book/src/projections', 'services/order-book/src/order'],
  ['services/order-book/src/order', 'services/order-book/src/projections'],
  ['services/order-book/src/order', 'services/order-book/src/viewer'],
  ['services/order-book/src/projections', 'services/order-book/src/viewer'],
  ['infra/dev', 'infra/kafka'],
]
