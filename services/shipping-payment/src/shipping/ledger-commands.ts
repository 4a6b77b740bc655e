import type { MessageInitShape } from '@bufbuild/protobuf'
import { HoldSchema, PostSchema, ReleaseSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { LEDGER_COMMAND_TOPIC } from '../../manifest.ts'
import type { ShippingView } from './view.ts'

type Posting = NonNullable<MessageInitShape<typeof PostSchema>['postings']>[number]

const posting = (account: string, unit: string, type: 'in' | 'out', value: bigint): Posting => ({
  account,
  unit,
  type,
  value,
})

/** What was refused is asked for again under another key; the first has none of its own. */
const attemptOf = ({ askedAgain }: ShippingView) => (askedAgain > 0 ? { attempt: askedAgain + 1 } : {})

/** SP-13: the price goes to escrow when the points suffice; otherwise what there is is held for this purchase. */
export function holdPrice(id: string, view: ShippingView, attempt: number): Outgoing {
  const { buyerCustomerId: customerId, gross: amount } = view
  return outgoing(LEDGER_COMMAND_TOPIC, customerId, HoldSchema, {
    flow: 'shipping',
    id,
    customerId,
    amount,
    attempt,
    upTo: true,
    capture: true,
  })
}

/** SP-23: what is held for a purchase that has ended is free again. */
export function releaseHold(id: string, view: ShippingView): Outgoing {
  const about = { flow: 'shipping', id, customerId: view.buyerCustomerId, ...attemptOf(view) }
  return outgoing(LEDGER_COMMAND_TOPIC, about.customerId, ReleaseSchema, about)
}

/** SP-25: escrow back to the buyer. */
export function refund(id: string, view: ShippingView): Outgoing {
  const { buyerCustomerId: customerId, gross } = view
  return outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
    flow: 'refund',
    id,
    customerId,
    ...attemptOf(view),
    postings: [
      posting('platform:escrow', 'pt_thb', 'out', gross),
      posting(customerId, 'pt_thb', 'in', gross),
    ],
  })
}

/** Whose account a share goes to. OB-33: a payee whom we can't credit never blocks a sale. */
function payeeOf({ customerId, type }: ShippingView['shares'][number]): string {
  if (customerId !== '') return customerId
  return type === 'service' ? 'platform:service_fee' : 'platform:holding'
}

/** What each payee gets of a sale, or gives back. */
function paid(shares: ShippingView['shares'], type: 'in' | 'out'): Posting[] {
  return shares
    .filter(({ value }) => value > 0n)
    .map((share) => posting(payeeOf(share), 'ft_thb', type, share.value))
}

/** SP-27: escrow out, points become baht at 1:1, baht to seller, payees and fees. */
export function settle(id: string, view: ShippingView): Outgoing {
  const { buyerCustomerId: customerId, gross, shares } = view
  return outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
    flow: 'settlement',
    id,
    customerId,
    ...attemptOf(view),
    postings: [
      posting('platform:escrow', 'pt_thb', 'out', gross),
      posting('platform:conversion', 'pt_thb', 'in', gross),
      posting('platform:conversion', 'ft_thb', 'out', gross),
      ...paid(shares, 'in'),
    ],
  })
}

/** SP-1: the opposite of a settlement: everybody gives back what they got, and the buyer has the price again. */
export function reverseSettlement(id: string, view: ShippingView): Outgoing {
  const { buyerCustomerId: customerId, gross, shares } = view
  return outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
    flow: 'settlement_reversal',
    id,
    customerId,
    ...attemptOf(view),
    postings: [
      ...paid(shares, 'out'),
      posting('platform:conversion', 'ft_thb', 'in', gross),
      posting('platform:conversion', 'pt_thb', 'out', gross),
      posting(customerId, 'pt_thb', 'in', gross),
    ],
  })
}

/** One for each time that the chain took a delivery back, of which a hold can end only once. */
function sellerLock(id: string, { sellerCustomerId: customerId, incidents }: ShippingView) {
  return { flow: 'seller_lock', id: incidents > 1 ? `${id}.${incidents}` : id, customerId }
}

function sellersPart({ shares, sellerCustomerId }: ShippingView): bigint {
  const own = shares.filter(({ type, customerId }) => type === 'net' && customerId === sellerCustomerId)
  return own.reduce((sum, { value }) => sum + value, 0n)
}

/** LG-18: the chain took a delivery back whose price the seller has: as far as there is money it is held, nothing is taken. */
export function lockSeller(id: string, view: ShippingView): Outgoing[] {
  const amount = sellersPart(view)
  if (amount === 0n) return []
  const about = sellerLock(id, view)
  const hold = { ...about, amount, attempt: 1, upTo: true, capture: false }
  return [outgoing(LEDGER_COMMAND_TOPIC, about.customerId, HoldSchema, hold)]
}

/** LG-18: the chain has put it right again. @param key whose commands it keeps its order with */
export function unlockSeller(id: string, view: ShippingView, key = view.sellerCustomerId): Outgoing[] {
  if (sellersPart(view) === 0n) return []
  return [outgoing(LEDGER_COMMAND_TOPIC, key, ReleaseSchema, sellerLock(id, view))]
}

/** Frees the newest lock of the seller before the sale is reversed; the ledger itself frees the first. */
export function reverseTakenBack(id: string, view: ShippingView): Outgoing[] {
  const freed = view.incidents > 1 ? unlockSeller(id, view, view.buyerCustomerId) : []
  return [...freed, reverseSettlement(id, view)]
}
