import type { Circle } from './circles.ts'

/** Circles that are still to be opened. The guard says when one is gone; none may be added. */
export const knownCircles: readonly Circle[] = [
  ['services/shipping-payment/src/delivery/chain.ts', 'services/shipping-payment/src/deps.ts'],
  [
    'services/shipping-payment/src/delivery/chain.ts',
    'services/shipping-payment/src/shipping/change.ts',
    'services/shipping-payment/src/deps.ts',
  ],
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
  ['services/shipping-payment/src/chillpay', 'services/shipping-payment/src/topup'],
  ['services/shipping-payment/src/delivery', 'services/shipping-payment/src/shipping'],
  ['services/shipping-payment/src/order', 'services/shipping-payment/src/shipping'],
  ['services/shipping-payment/src/shipping', 'services/shipping-payment/src/topup'],
  ['web/src/app', 'web/src/routes'],
  ['web/src/features/wallet', 'web/src/lib'],
  ['web/src/i18n', 'web/src/lib'],
  ['infra/dev', 'infra/kafka'],
]
