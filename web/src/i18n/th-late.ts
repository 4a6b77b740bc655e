import { inPhrases } from '@talad/ui/i18n/phrases'
import { thBrowse } from './th-browse.ts'
import { thRecords } from './th-records.ts'
import { thTrade } from './th-trade.ts'

/** The Thai texts of what opens from the first pages: windows, purchases, records. */
export const thLate = inPhrases({ ...thTrade, ...thRecords, ...thBrowse })
