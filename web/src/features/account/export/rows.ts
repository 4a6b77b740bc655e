import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { bahtOfPoints } from '@talad/ui/format/money'
import { inBangkok } from '../period.ts'
import { lineOf, type StatementLine } from '../statement.ts'

/** The columns of an exported statement. No amount has a sign: where it stands says which way it went. */
export const columns = [
  'when',
  'what',
  'item',
  'in',
  'out',
  'held',
  'released',
  'left',
  'heldInAll',
  'reference',
] as const
export type ColumnName = (typeof columns)[number]

/** One movement as cells: exact baht with two decimals, Bangkok's time, and what was bought or sold. */
export function rowOf(flow: CreditFlow, wordOf: (line: StatementLine) => string, item: string): string[] {
  const { flow_type: type, value } = flow
  const amount = bahtOfPoints(Math.abs(value))
  const cells: Record<ColumnName, string> = {
    when: inBangkok(flow.created),
    what: wordOf(lineOf(flow)),
    item,
    in: type === 'in' ? amount : '',
    out: type === 'out' ? amount : '',
    held: type === 'lock' && value > 0 ? amount : '',
    released: type === 'lock' && value < 0 ? amount : '',
    left: bahtOfPoints(flow.balance_after),
    heldInAll: bahtOfPoints(flow.locked_after),
    reference: flow.shipping_id ?? flow.withdrawal_id ?? flow.topup_id ?? '',
  }
  return columns.map((name) => cells[name])
}
