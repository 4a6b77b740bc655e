import { saveFile } from '@talad/ui/browser/save-file'
import { patiently } from '@talad/ui/client/patiently'
import { csvOf } from '@talad/ui/format/csv'
import { text } from '../../../i18n/index.ts'
import { type CreditFilter, readCredit } from '../api/credit.ts'
import { bangkokDay } from '../period.ts'
import { lineTexts } from '../statement.ts'
import { type ColumnName, columns, rowOf } from './rows.ts'

/** The most that one call answers. */
const PAGE = 100

const titles = {
  when: 'credit.when',
  what: 'credit.what',
  in: 'credit.in',
  out: 'credit.out',
  held: 'credit.locked',
  released: 'credit.released',
  left: 'credit.left',
  heldInAll: 'credit.heldInAll',
  reference: 'credit.reference',
} as const satisfies Record<ColumnName, string>

/**
 * Reads every movement of a filter, however many pages these are, and saves them as a CSV file.
 * @param tell hears how many have been read
 * @throws AbortError when it is given up, ResponseError and FetchError
 */
export async function exportStatement(
  filter: CreditFilter,
  tell: (read: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const rows = [columns.map((name) => text(titles[name]))]
  let cursor: string | undefined
  do {
    const asked = cursor
    const page = await patiently(() => readCredit(filter, { cursor: asked, size: PAGE }, signal), signal)
    rows.push(...page.list.map((flow) => rowOf(flow, (line) => text(lineTexts[line]))))
    tell(rows.length - 1)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const what = filter.unit === 'pt_thb' ? 'points' : 'earnings'
  const until = filter.to ?? bangkokDay(Date.now())
  saveFile(`talad-${what}-${filter.from ? `${filter.from}-` : ''}${until}.csv`, csvOf(rows))
}
