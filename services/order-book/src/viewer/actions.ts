import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import { isOpen, type OrderView } from '../public-state/order.ts'
import type { KnownShipping } from '../replicas/shippings.ts'

/** Who looks at an order. */
export type Viewer = {
  accountId: string | undefined
  customerId: string | undefined
  /** undefined for a visitor: nothing is said about a level that isn't known */
  kycLevel: number | undefined
  /** what they have still to pass (OB-36); empty for a visitor */
  assessments: ReadonlySet<ContentKey>
  /** lower-case addresses: the caller's own, and those that the query names */
  wallets: ReadonlySet<string>
  /** an admin, who is told who is paid */
  seesPayees?: true
}

/** MO-36: which wallets a customer id stands for is told to that customer alone. @param asked the id that a list is asked for by */
export function asksForOthers(asked: string | undefined, caller: string | undefined): boolean {
  return asked !== undefined && asked !== caller
}

/** What of an order its actions depend on. Amounts are units. */
export type ShownOrder = {
  type: 'list' | 'offer' | 'deal'
  accountId: string
  customerId: string
  /** of a deal: the customer who alone may buy it (OB-7) */
  counterparty: string | undefined
  offerer: string
  /** paid in points and delivered by our relayer (OB-8) */
  shipper: boolean
  open: boolean
  /** Seaport fills it only from its start on */
  started: boolean
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
  fill: 'inactive',
  departed: 'inactive',
  cancelling: 'inactive',
  unlinked: 'inactive',
  suspended: 'suspended',
} as const

type Code =
  | (typeof CODES)[keyof typeof CODES]
  | 'own_order'
  | 'expired'
  | 'kyc'
  | 'assessment'
  | 'offers_disabled'
export type Action = { name: 'buy' | 'accept' | 'cancel' | 'confirm'; enabled: boolean; reasons: Code[] }

const doable = (name: Action['name']): Action => ({ name, enabled: true, reasons: [] })

/** OB-43: the offerer is the viewer's own account, through whichever of its wallets. */
export function isOwnOrder(order: ShownOrder, viewer: Viewer): boolean {
  return (
    order.accountId === viewer.accountId ||
    order.customerId === viewer.customerId ||
    viewer.wallets.has(order.offerer)
  )
}

/** OB-7 */
export function isCounterparty({ counterparty }: ShownOrder, { customerId }: Viewer): boolean {
  return counterparty !== undefined && counterparty === customerId
}

type Conditions = {
  /** that a buyer and a seller need */
  minimumKycLevel: number
  /** OB-41 */
  offersEnabled: boolean
}

/** OB-40: why the viewer can't take the order as it stands. */
function obstacles(order: ShownOrder, viewer: Viewer, conditions: Conditions): Code[] {
  const { type, reasons } = order
  const found = new Set<Code>()
  if (isOwnOrder(order, viewer)) found.add('own_order') // OB-43
  if (order.expired) found.add('expired') // OB-5
  for (const reason of reasons) {
    // what an offer lacks are tokens: its asset has no other owner for it
    found.add(type === 'offer' && reason === 'balance' ? 'inactive' : CODES[reason])
  }
  if (!order.started) found.add('inactive')
  if (type === 'offer' && !conditions.offersEnabled) found.add('offers_disabled') // OB-41
  if (viewer.kycLevel !== undefined && viewer.kycLevel < conditions.minimumKycLevel) found.add('kyc')
  if (viewer.assessments.has(type === 'offer' ? 'new_seller' : 'new_buyer')) found.add('assessment') // OB-36
  return [...found]
}

/** What the maker of an order can do with it. */
function ownActions({ shipper, reasons }: ShownOrder): Action[] {
  const hidden = reasons.includes('departed') || reasons.includes('cancelling') // OB-13, OB-16
  return [doable('cancel'), ...(hidden && !shipper ? [doable('confirm')] : [])]
}

/**
 * OB-40: what the viewer could do with an order, and every reason why not. An order that has ended has no action; a
 * listing that is wholly reserved can't be bought at present (M§4), and an offer is for those who own the asset.
 * @param about.available units that are neither filled nor reserved (OB-22)
 * @param about.held units of the asset in the viewer's wallets
 */
export function actionsOf(
  order: ShownOrder,
  about: { available: bigint; held: bigint },
  viewer: Viewer,
  conditions: Conditions,
): Action[] {
  if (!order.open) return []
  const own = isOwnOrder(order, viewer) ? ownActions(order) : []
  // OB-7: a deal is bought by its counterparty and by nobody else
  if (order.type === 'deal' && !isCounterparty(order, viewer)) return own
  if (about.available === 0n) return own
  if (order.type === 'offer' && about.held === 0n) return own // M§4
  const reasons = obstacles(order, viewer, conditions)
  const name = order.type === 'offer' ? 'accept' : 'buy'
  return [...own, { name, enabled: reasons.length === 0, reasons }]
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
  order: Pick<ShownOrder, 'fillTxs' | 'shipper'>,
  now: Date,
): Reserved {
  // anybody may fill an open order on chain: what somebody means to do keeps nobody off
  const open = (order.shipper ? shippings : []).filter(
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
