import { ResponseError } from '@talad/proto/http/client'
import { text } from '../../../i18n/index.ts'
import { type CreditFilter, readCredit } from '../api/credit.ts'
import { bangkokDay } from '../period.ts'
import { lineTexts } from '../statement.ts'
import { csvOf } from './csv.ts'
import { type ColumnName, columns, rowOf } from './rows.ts'

/** The most that one call answers. */
const PAGE = 100
const LONGEST_WAIT_S = 60

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

/** Asks again when the site asks to go slower; a long statement is many calls. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ResponseError) || error.status !== 429) throw error
      const wait = Math.min(error.retryAfterSeconds ?? 1, LONGEST_WAIT_S) * 1_000
      await new Promise((resolve) => window.setTimeout(resolve, wait))
      signal.throwIfAborted()
    }
  }
}

function save(name: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the download has taken it by then
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

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
  save(`talad-${what}-${filter.from ? `${filter.from}-` : ''}${until}.csv`, csvOf(rows))
}
