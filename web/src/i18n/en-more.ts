import type { thMore } from './th-more.ts'

/** The English texts of favourites, history, what was looked at and new prices; a part of `en.ts`. */
export const enMore = {
  'favourite.add': 'Like {{name}}',
  'favourite.assets': 'Items',
  'favourite.collections': 'Collections',
  'favourite.nav': 'Favourites',
  'favourite.remove': 'Unlike {{name}}',
  'favourite.title': 'Favourites',
  'favourite.leftOut': 'At most 500 can be kept, so some of your choices found no place',
  'history.amount': 'Amount',
  'history.date': 'Date',
  'history.days': '{{count}} {{count|day|days}}',
  'history.floor': 'Floor',
  'history.highest': 'Highest',
  'history.lowest': 'Lowest',
  'history.price': 'Price each',
  'history.range': 'Time',
  'history.title': 'Price history',
  'history.unit': 'Currency',
  'history.volume': 'Volume',
  'history.year': '1 year',
  'recent.title': 'Recently viewed',
  'report.action': 'Report a problem',
  'reprice.action': 'Change price',
  'reprice.submit': 'Change price',
} as const satisfies Record<keyof typeof thMore, string>
