import { enFilters } from './en-filters.ts'
import type { thBrowse } from './th-browse.ts'

/** The English texts of looking around: the whole market, people; a part of `en-late.ts`. */
export const enBrowse: Readonly<Record<keyof typeof thBrowse, string>> = {
  ...enFilters,
  'collection.creator': 'By',
  'filter.blockchain': 'Blockchain',
  'filter.priceJfin': 'Price (JFIN)',
  'price.farHigh': 'far above what was paid or is asked: please look again',
  'price.farLow': 'far below what was paid or is asked: please look again',
  'price.read': 'The price is {{price}}',
  'price.lastSale': 'Last sold for {{price}} each on {{date}}',
  'price.lowest': 'Lowest listing now {{price}}',
  'price.neverSold': 'Never sold before',
  'price.offered': 'Highest offer now {{price}}',
  'ranking.items': 'Items',
  'ranking.place': 'Rank',
  'ranking.sortedBy': 'Ranked by',
  'ranking.title': 'Collection rankings',
  'search.placeholder': 'Item, collection or wallet address',
  'search.none': 'Nothing found. Try fewer letters.',
  'search.noneAddress': 'No item or collection has this address',
  'search.short': 'Type at least 2 characters to search. This is the whole market.',
  'search.results': 'Search results',
  'search.resultsFor': 'Results for “{{words}}”',
  'traits.none': 'This collection has no traits',
  'traits.share': 'Share',
  'traits.value': 'Value',
  'wallet.noneOffered': 'Nobody has made an offer for anything here yet',
}
