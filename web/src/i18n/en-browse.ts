import type { thBrowse } from './th-browse.ts'

/** The English texts of looking around: the whole market, people; a part of `en-late.ts`. */
export const enBrowse: Readonly<Record<keyof typeof thBrowse, string>> = {
  'filter.blockchain': 'Blockchain',
  'filter.priceJfin': 'Price (JFIN)',
  'wallet.noneOffered': 'Nobody has made an offer for anything here yet',
}
