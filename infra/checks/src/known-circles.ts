import type { Circle } from './circles.ts'

/** Circles that are still to be opened. The guard says when one is gone; none may be added. */
export const knownCircles: readonly Circle[] = [
  [
    'services/shipping-payment/src/shipping/decide-delivery.ts',
    'services/shipping-payment/src/shipping/decide.ts',
  ],
  ['web/src/features/account/api/credit.ts', 'web/src/features/account/kinds.ts'],
  ['web/src/routes/asset-dialogs.tsx', 'web/src/routes/asset.tsx'],
  ['web/src/ui/button.tsx', 'web/src/ui/status.tsx'],
  ['services/order-book/src/listing', 'services/order-book/src/order'],
  ['services/order-book/src/listing', 'services/order-book/src/projections', 'services/order-book/src/order'],
  ['services/order-book/src/order', 'services/order-book/src/projections'],
  ['services/order-book/src/order', 'services/order-book/src/viewer'],
  ['services/order-book/src/projections', 'services/order-book/src/viewer'],
  ['services/shipping-payment/src/replicas', 'services/shipping-payment/src/shipping'],
  ['web/src/app', 'web/src/routes'],
  ['web/src/features/wallet', 'web/src/lib'],
  ['web/src/i18n', 'web/src/lib'],
  ['infra/dev', 'infra/kafka'],
]
