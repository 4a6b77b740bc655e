import { saveFile } from '@talad/ui/browser/save-file'
import { csvOf } from '@talad/ui/format/csv'
import { lateText } from '../../../i18n/late.ts'
import type { CreditFilter } from '../api/credit.ts'
import { bangkokDay } from '../period.ts'
import { lineTexts, purchaseOf, purchasesOf } from '../statement.ts'
import { readAll } from './read-all.ts'
import { type ColumnName, columns, rowOf } from './rows.ts'

const titles = {
  when: 'credit.when',
  what: 'credit.what',
  item: 'credit.thing',
  in: 'credit.in',
  out: 'credit.out',
  held: 'credit.locked',
  released: 'credit.released',
  left: 'credit.left',
  heldInAll: 'credit.heldInAll',
  reference: 'credit.reference',
} as const satisfies Record<ColumnName, string>

/** What was bought or sold, by the ids of purchases. */
export type NamesOf = (ids: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, string>>

/**
 * Saves every movement of a filter as a CSV file, each with what it was for.
 * @param tell hears how many have been read
 * @throws AbortError when it is given up, ResponseError and FetchError
 */
export async function exportStatement(
  filter: CreditFilter,
  namesOf: NamesOf,
  tell: (read: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const flows = await readAll(filter, tell, signal)
  const names = await namesOf(purchasesOf(flows), signal)
  const rows = flows.map((flow) =>
    rowOf(flow, (line) => lateText(lineTexts[line]), names.get(purchaseOf(flow) ?? '') ?? ''),
  )
  const what = filter.unit === 'pt_thb' ? 'points' : 'earnings'
  const until = filter.to ?? bangkokDay(Date.now())
  saveFile(
    `talad-${what}-${filter.from ? `${filter.from}-` : ''}${until}.csv`,
    csvOf([columns.map((name) => lateText(titles[name])), ...rows]),
  )
}
