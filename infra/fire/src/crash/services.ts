/** Those that run in a process of their own. */
export const services = [
  'identity',
  'ledger',
  'order-book',
  'shipping-payment',
  'asset-indexer',
  'gateway',
] as const
