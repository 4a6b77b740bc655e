import type { thFilters } from './th-filters.ts'

/** The English texts of what narrows a list; a part of `en-browse.ts`. */
export const enFilters: Readonly<Record<keyof typeof thFilters, string>> = {
  'density.dense': 'Small cards',
  'density.roomy': 'Large cards',
  'density.title': 'Size of cards',
  'filter.apply': 'Apply',
  'filter.clear': 'Clear all',
  'filter.currency': 'Currency',
  'filter.from': 'Min',
  'filter.listed': 'Listed',
  'filter.nothing': 'Nothing matches these filters',
  'filter.offered': 'Has offers',
  'filter.price': 'Price (THB)',
  'filter.priceBetween': 'Price {{from}} to {{to}}',
  'filter.priceFrom': 'Price from {{from}}',
  'filter.priceTo': 'Price up to {{to}}',
  'filter.rangeFrom': '{{name}} from',
  'filter.rangeTo': '{{name}} to',
  'filter.remove': 'Remove filter {{name}}',
  'filter.show': 'Show results',
  'filter.status': 'Status',
  'filter.title': 'Filters',
  'filter.to': 'Max',
  'filter.turned': 'Enter numbers, with the minimum not above the maximum',
}
