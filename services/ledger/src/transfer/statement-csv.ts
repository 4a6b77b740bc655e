import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { baht, type Cell } from '@talad/shared/http/csv'
import { bangkokTime } from '@talad/shared/local-time'

/** Amounts in baht, times of Thailand. */
export const STATEMENT_TITLES = [
  ...['time_bangkok', 'id', 'unit', 'flow_type', 'flow_event', 'amount', 'vat', 'net', 'balance_after'],
  ...['locked_after', 'shipping_id', 'order_id', 'order_hash', 'topup_id', 'withdrawal_id', 'refund_id'],
]

const amount = (points: number) => baht(BigInt(points))

function lineOf(flow: CreditFlow): Cell[] {
  return [
    ...[bangkokTime(new Date(flow.created)), flow._id, flow.unit, flow.flow_type, flow.flow_event],
    ...[amount(flow.value), amount(flow.vat), amount(flow.net_value)],
    ...[amount(flow.balance_after), amount(flow.locked_after)],
    ...[flow.shipping_id, flow.order_id, flow.order_hash, flow.topup_id],
    ...[flow.withdrawal_id, flow.refund_id],
  ]
}

/** The lines of a statement. */
export async function* statementLines(flows: AsyncIterable<CreditFlow>): AsyncGenerator<Cell[]> {
  for await (const flow of flows) yield lineOf(flow)
}
