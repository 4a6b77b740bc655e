import type { OrderAction } from '@talad/proto/http/order-book'
import { MINIMUM_KYC_LEVEL } from '../market.ts'
import type { OrderView, Reason } from '../order/events.ts'
import { isExpired, isInactive, isOpen } from '../order/state.ts'

/** Who looks at an order. */
export type Viewer = {
  accountId: string | undefined
  customerId: string | undefined
  /** undefined for a visitor: nothing is said about a level that isn't known */
  kycLevel: number | undefined
  /** lower-case addresses: the caller's own, and those that the query names */
  wallets: ReadonlySet<string>
}

type Code = OrderAction['reasons'][number]

/** OB-40: the reason that a person can act on. */
const CODES: Readonly<Record<Reason, Code>> = {
  balance: 'owner_changed',
  approval: 'inactive',
  chain: 'inactive',
  kyc: 'inactive',
  suspended: 'suspended',
}

/** OB-43: the offerer is the viewer's own account, through whichever of its wallets. */
export function isOwnOrder({ terms }: OrderView, viewer: Viewer): boolean {
  return (
    terms.accountId === viewer.accountId ||
    terms.customerId === viewer.customerId ||
    viewer.wallets.has(terms.offerer)
  )
}

/**
 * OB-40: what the viewer could do with a listing, and every reason why not. An order that has ended has no action; one
 * that is wholly reserved can't be bought at present (M§4). Reasons of assessments and of the offers switch join here.
 * @param available units that are neither filled nor reserved (OB-22)
 */
export function actionsOf(view: OrderView, available: bigint, viewer: Viewer, now: Date): OrderAction[] {
  const { terms, after } = view
  if (!isOpen(after.status)) return []
  const own = isOwnOrder(view, viewer)
  const cancel: OrderAction[] = own ? [{ name: 'cancel', enabled: true, reasons: [] }] : []
  if (terms.type !== 'list' || available === 0n) return cancel
  const reasons = new Set<Code>()
  if (own) reasons.add('own_order') // OB-43
  if (isExpired(terms, now)) reasons.add('expired') // OB-5
  if (isInactive(after)) for (const reason of after.reasons) reasons.add(CODES[reason])
  if (viewer.kycLevel !== undefined && viewer.kycLevel < MINIMUM_KYC_LEVEL) reasons.add('kyc')
  return [...cancel, { name: 'buy', enabled: reasons.size === 0, reasons: [...reasons] }]
}

/** A shipping as far as it is known here. */
export type KnownShipping = { status: string; amount: bigint; txHash: string }

const RESERVING = new Set(['pending', 'processing', 'mined'])

/**
 * OB-22: what open shippings hold back. A shipping whose delivery is among the order's fills already holds nothing: its
 * units have left `left`.
 */
export function reservedBy(
  shippings: readonly KnownShipping[],
  view: OrderView,
): { amount: bigint; shippings: number } {
  const fills = new Set(view.after.txs.filter((tx) => tx.kind === 'filled').map((tx) => tx.txHash))
  const open = shippings.filter((one) => RESERVING.has(one.status) && !fills.has(one.txHash))
  return { amount: open.reduce((sum, one) => sum + one.amount, 0n), shippings: open.length }
}

/** OB-22: units that can be bought now. */
export function availableOf(view: OrderView, reserved: bigint): bigint {
  const left = view.terms.amount - view.after.filled
  return left > reserved ? left - reserved : 0n
}
