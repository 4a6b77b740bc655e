import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import type { LateKey } from '../../i18n/late.ts'

export type StatementLine =
  | 'topup'
  | 'purchase'
  | 'sale'
  | 'royalty'
  | 'refund'
  | 'refundOut'
  | 'withdrawal'
  | 'withdrawalBack'
  | 'locked'
  | 'lockedToWithdraw'
  | 'released'

/** What a line is called. */
export const lineTexts = {
  topup: 'credit.topup',
  purchase: 'credit.purchase',
  sale: 'credit.sale',
  royalty: 'credit.royalty',
  refund: 'credit.refund',
  refundOut: 'credit.refundOut',
  withdrawal: 'credit.withdrawal',
  withdrawalBack: 'credit.withdrawalBack',
  locked: 'credit.locked',
  lockedToWithdraw: 'credit.lockedToWithdraw',
  released: 'credit.released',
} as const satisfies Record<StatementLine, LateKey>

/** LG-4, LG-5: what a flow means on a statement. A lock of a negative value is a release. */
export function lineOf({
  flow_type: type,
  flow_event: event,
  value,
  sale_part: part,
}: Pick<CreditFlow, 'flow_type' | 'flow_event' | 'value' | 'sale_part'>): StatementLine {
  if (type === 'lock') {
    if (value < 0) return 'released'
    return event === 'withdrawal' ? 'lockedToWithdraw' : 'locked'
  }
  if (event === 'shipping') return type === 'out' ? 'purchase' : part === 'royalty' ? 'royalty' : 'sale'
  if (event === 'refund') return type === 'in' ? 'refund' : 'refundOut'
  if (event === 'withdrawal' && type === 'in') return 'withdrawalBack'
  return event
}

/** How a flow changes what the account holds; locks change only what may be spent. */
export function movementOf({ flow_type: type, value }: Pick<CreditFlow, 'flow_type' | 'value'>): number {
  if (type === 'lock') return 0
  return type === 'in' ? value : -value
}

/** The purchase that a movement belongs to, or the card payment that was for one. */
export function purchaseOf({ shipping_id, topup_id }: Pick<CreditFlow, 'shipping_id' | 'topup_id'>) {
  return shipping_id ?? topup_id
}

/** The purchases and card payments that movements belong to, each once. */
export function purchasesOf(flows: readonly Pick<CreditFlow, 'shipping_id' | 'topup_id'>[]): string[] {
  return [...new Set(flows.flatMap((flow) => purchaseOf(flow) ?? []))]
}
