import { writeFile } from 'node:fs/promises'
import { BALANCE_TITLES, balanceLines, endOfDay } from '@talad/ledger/reports/balances'
import { monthAsked, SETTLEMENT_TITLES, settlementLines } from '@talad/ledger/reports/settlements'
import { rejections } from '@talad/proto/http/ledger/rejections'
import { dateKey, monthKey } from '@talad/proto/http/ledger/reports'
import { inWords, type RejectionTable } from '@talad/proto/http/rejection-row'
import { type Cell, csvLine } from '@talad/shared/http/csv'
import { BANGKOK } from '@talad/shared/local-time'
import { Rejection } from '@talad/shared/rejection'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import type { Report } from '../report.ts'

type Lines = AsyncIterable<readonly Cell[]>

/** The lines of a report; with `out` as a file that spreadsheets open. */
async function reportOf(titles: readonly string[], rows: Lines, out: string | undefined): Promise<Report> {
  const lines = [csvLine(titles).trimEnd()]
  for await (const row of rows) lines.push(csvLine(row).trimEnd())
  if (out === undefined) return { json: { lines }, lines, next: 'nothing to do; the last line is the total.' }
  await writeFile(out, `\uFEFF${lines.join('\r\n')}\r\n`)
  return {
    json: { file: out, rows: lines.length - 2 },
    lines: [`${lines.length - 2} rows and their total are in ${out}.`],
    next: 'nothing to do.',
  }
}

const rows: RejectionTable = rejections
/** A refusal in the words of the API. */
const sayingOf = (refusal: Rejection) => inWords(rows[refusal.code]?.en ?? refusal.code, refusal)

function refused(option: string, error: unknown): Report {
  if (!(error instanceof Rejection)) throw error
  if (error.code !== 'SETTLEMENT_MISMATCH') throw new BadParameter(option, sayingOf(error))
  const details = { ...error.details }
  return {
    json: { code: 'settlement_mismatch', details },
    lines: [`The settlements do not equal the ledger: ${JSON.stringify(details)}`],
    next: 'compare "rebuild ledger shipping" (dry run) and "verify ledger"; docs/money.md says more.',
    isBad: true,
  }
}

/** `report balances`: customers' closing balances of a day (LG-14) as CSV. */
export async function reportBalances(
  context: Context,
  { day, unit, out }: { day: string; unit: 'pt_thb' | 'ft_thb'; out?: string },
): Promise<Report> {
  if (!dateKey.safeParse(day).success) throw new BadParameter('--day', 'must be a day like 2026-01-31')
  const { db } = await context.service('ledger')
  try {
    const asked = { date_key: day, unit, timezone: BANGKOK }
    const at = endOfDay(asked, new Date())
    return await reportOf(BALANCE_TITLES, balanceLines(db, asked, at), out)
  } catch (error) {
    return refused('--day', error)
  }
}

/** `report settlements`: the settlements of a month (LG-15) as CSV; 1 where they don't equal the ledger. */
export async function reportSettlements(
  context: Context,
  { month, out }: { month: string; out?: string },
): Promise<Report> {
  if (!monthKey.safeParse(month).success) throw new BadParameter('--month', 'must be a month like 2026-01')
  const { db } = await context.service('ledger')
  try {
    const period = monthAsked({ month_key: month, timezone: BANGKOK }, new Date())
    return await reportOf(SETTLEMENT_TITLES, await settlementLines(db, period), out)
  } catch (error) {
    return refused('--month', error)
  }
}
