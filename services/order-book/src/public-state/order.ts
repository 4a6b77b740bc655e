import { formatDecimal } from '@talad/shared/money'
import { z } from 'zod'
import { terms } from './terms.ts'

export const factKind = z.enum(['validated', 'filled', 'cancelled', 'counter', 'departed'])

export const reason = z.enum([
  ...(['balance', 'approval', 'chain', 'suspended', 'kyc', 'fill'] as const),
  ...(['departed', 'cancelling', 'unlinked'] as const),
])
/**
 * OB-4: why an order can't be filled at the moment. chain: its counter or its own state on chain; fill: Seaport refuses it
 * for whatever reason; departed: OB-16; cancelling: OB-13; unlinked: the wallet is not the customer's any more (ID-31).
 */
export type Reason = z.infer<typeof reason>

/** What follows from all events so far. */
const orderStatus = z.object({
  status: z.enum(['offchain', 'validated', 'filled', 'completed', 'cancelled']),
  filled: z.coerce.bigint(),
  reasons: z.array(reason),
  txs: z.array(z.object({ txHash: z.string(), logIndex: z.int(), block: z.coerce.bigint(), kind: factKind })),
})
export type OrderStatus = z.infer<typeof orderStatus>
export type Status = OrderStatus['status']

/** What an event meant for those who watch an order. */
const change = z.enum(['put', 'validated', 'filled', 'completed', 'cancelled', 'activated', 'inactivated'])
export type Change = z.infer<typeof change>

/** An order as lists and answers show it. */
export const orderView = z.object({ terms, after: orderStatus })
export type OrderView = z.infer<typeof orderView>

/** What others may know of an order after an event; stored beside it. */
export const publicOrder = orderView.extend({ change })
export type PublicOrder = z.infer<typeof publicOrder>

/** OB-26: what counts as open, whatever the clock says. */
export function isOpen(status: Status): boolean {
  return status === 'offchain' || status === 'validated' || status === 'filled'
}

/** OB-3: derived from reasons that come and go; meaningless once the order has ended. */
export function isInactive(after: OrderStatus): boolean {
  return isOpen(after.status) && after.reasons.length > 0
}

/** Share of an amount that is filled, with two decimals, as text. */
export function percentOf({ terms: { amount }, after }: OrderView): string {
  return formatDecimal((after.filled * 10_000n) / amount, 2)
}
