import { isOpen, type OrderView } from '../public-state/order.ts'
import type { KnownShipping } from '../replicas/shippings.ts'

/** Who looks at an order. */
export type Viewer = {
  accountId: string | undefined
  customerId: string | undefined
  /** undefined for a visitor: nothing is said about a level that isn't known */
  kycLevel: number | undefined
  /** lower-case addresses: the caller's own, and those that the query names */
  wallets: ReadonlySet<string>
}

/** What of an order its actions depend on. Amounts are units. */
export type ShownOrder = {
  type: 'list' | 'offer' | 'deal'
  accountId: string
  customerId: string
  offerer: string
  open: boolean
  expired: boolean
  /** why it is inactive (OB-4); empty while it is active */
  reasons: readonly (keyof typeof CODES)[]
  total: bigint
  filled: bigint
  fillTxs: ReadonlySet<string>
}

/** OB-40: the reason that a person can act on. */
const CODES = {
  balance: 'owner_changed',
  approval: 'inactive',
  chain: 'inactive',
  kyc: 'inactive',
  suspended: 'suspended',
} as const

type Code = (typeof CODES)[keyof typeof CODES] | 'own_order' | 'expired' | 'kyc'
export type Action = { name: 'buy' | 'cancel'; enabled: boolean; reasons: Code[] }

/** OB-43: the offerer is the viewer's own account, through whichever of its wallets. */
export function isOwnOrder(order: ShownOrder, viewer: Viewer): boolean {
  return (
    order.accountId === viewer.accountId ||
    order.customerId === viewer.customerId ||
    viewer.wallets.has(order.offerer)
  )
}

/**
 * OB-40: what the viewer could do with a listing, and every reason why not. An order that has ended has no action; one
 * that is wholly reserved can't be bought at present (M§4). Reasons of assessments and of the offers switch join here.
 * @param available units that are neither filled nor reserved (OB-22)
 * @param minimumKycLevel that a buyer needs
 */
export function actionsOf(
  order: ShownOrder,
  available: bigint,
  viewer: Viewer,
  minimumKycLevel: number,
): Action[] {
  if (!order.open) return []
  const own = isOwnOrder(order, viewer)
  const cancel: Action[] = own ? [{ name: 'cancel', enabled: true, reasons: [] }] : []
  if (order.type !== 'list' || available === 0n) return cancel
  const reasons = new Set<Code>()
  if (own) reasons.add('own_order') // OB-43
  if (order.expired) reasons.add('expired') // OB-5
  for (const reason of order.reasons) reasons.add(CODES[reason])
  if (viewer.kycLevel !== undefined && viewer.kycLevel < minimumKycLevel) reasons.add('kyc')
  return [...cancel, { name: 'buy', enabled: reasons.size === 0, reasons: [...reasons] }]
}

/**
 * OB-15: an order of a counter that its offerer has raised is over from the moment when that was heard of; its own event
 * may come a little later, where many end at once.
 * @param counter of the offerer, as far as it was heard of
 */
export function withCounter(view: OrderView, counter: bigint): OrderView {
  const { terms, after } = view
  if (!isOpen(after.status) || BigInt(terms.parameters.counter) >= counter) return view
  return { terms, after: { ...after, status: 'cancelled' } }
}

/** OB-4, MO-7: what is suspended can't be bought from the moment when that was heard of, before its own event says so. */
export function withSuspension(view: OrderView, suspended: boolean): OrderView {
  const { terms, after } = view
  if (!suspended || !isOpen(after.status) || after.reasons.includes('suspended')) return view
  return { terms, after: { ...after, reasons: [...after.reasons, 'suspended'] } }
}

export type Reserved = { amount: bigint; shippings: number; until: Date | undefined }

const RESERVING = new Set(['pending', 'processing', 'mined'])

/**
 * OB-22: what open shippings hold back. A shipping whose delivery is among the order's fills already holds nothing: its
 * units have left `left`. Nor does one whose buyer let the time pass: the next buyer takes its place (SP-4, SP-5).
 */
export function reservedBy(
  shippings: readonly KnownShipping[],
  order: Pick<ShownOrder, 'fillTxs'>,
  now: Date,
): Reserved {
  const open = shippings.filter(
    ({ status, txHash, heldUntil }) =>
      RESERVING.has(status) && !order.fillTxs.has(txHash) && !(heldUntil && heldUntil < now),
  )
  const ends = open.flatMap(({ heldUntil }) => (heldUntil ? [heldUntil.getTime()] : []))
  const maySellAgain = open.length > 0 && ends.length === open.length
  return {
    amount: open.reduce((sum, one) => sum + one.amount, 0n),
    shippings: open.length,
    until: maySellAgain ? new Date(Math.max(...ends)) : undefined,
  }
}

/** OB-22: units that can be bought now. */
export function availableOf(
  { total, filled }: Pick<ShownOrder, 'total' | 'filled'>,
  reserved: bigint,
): bigint {
  return total - filled > reserved ? total - filled - reserved : 0n
}
