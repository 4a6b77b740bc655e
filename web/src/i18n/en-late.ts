import { enBrowse } from './en-browse.ts'
import { enRecords } from './en-records.ts'
import { enTrade } from './en-trade.ts'
import type { thLate } from './th-late.ts'

/** The English texts of what opens from the first pages. */
export const enLate: Readonly<Record<keyof typeof thLate, string>> = { ...enTrade, ...enRecords, ...enBrowse }
