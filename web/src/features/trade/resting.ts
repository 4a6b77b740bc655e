import type { Order } from '@talad/proto/http/order-book/orders'
import type { TradeKey } from '../../i18n/trade.ts'

type Reason = Order['inactive_reasons'][number]

const texts: Readonly<Record<Reason, TradeKey>> = {
  cancelling: 'hidden.cancelling',
  departed: 'hidden.departed',
  unlinked: 'hidden.unlinked',
  balance: 'hidden.balance',
  approval: 'hidden.approval',
  kyc: 'hidden.kyc',
  suspended: 'hidden.suspended',
  chain: 'hidden.chain',
  fill: 'hidden.fill',
}
/** What its maker has begun or can do something about comes first. */
const first: readonly Reason[] = [
  'cancelling',
  'suspended',
  'unlinked',
  'departed',
  'balance',
  'approval',
  'kyc',
]

/** Why others don't see an order (OB-3). */
export function reasonOf({ inactive_reasons: reasons }: Pick<Order, 'inactive_reasons'>): TradeKey {
  const reason = first.find((one) => reasons.includes(one)) ?? reasons[0]
  return reason ? texts[reason] : 'hidden.other'
}
