/** The first part of each query key: what a live event makes old. */
export const keys = {
  site: 'site',
  asset: 'asset',
  assets: 'assets',
  holders: 'holders',
  collection: 'collection',
  collections: 'collections',
  events: 'events',
  orders: 'orders',
  terms: 'terms',
  preview: 'preview',
  profile: 'profile',
  balances: 'balances',
  credit: 'credit',
  shipping: 'shipping',
  shippings: 'shippings',
  favourites: 'favourites',
} as const
