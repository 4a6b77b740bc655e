import type { BrowseKey } from '../../i18n/browse.ts'

/** What the orders of a list are called. */
export const sortTexts = {
  price: 'sort.price',
  'price-down': 'sort.priceDown',
  newest: 'sort.newest',
  sold: 'sort.sold',
  number: 'sort.number',
} as const satisfies Record<string, BrowseKey>
