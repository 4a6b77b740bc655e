import { roundHalfUp } from '@talad/shared/money'
import type { Part, Unit } from './commands.ts'
import type { Leg } from './events.ts'

/** Platform accounts (LG-1). */
export const platform = {
  providerClearing: 'platform:provider_clearing',
  escrow: 'platform:escrow',
  conversion: 'platform:conversion',
  serviceFee: 'platform:service_fee',
  vat: 'platform:vat',
  holding: 'platform:holding',
} as const

type Posting = Pick<Leg, 'leg' | 'account' | 'flowType' | 'value'> & { unit?: Unit; vat?: bigint }

function legs(flowEvent: Leg['flowEvent'], relatedId: string, postings: readonly Posting[]): Leg[] {
  return postings.map((posting) => ({ unit: 'pt_thb', vat: 0n, ...posting, flowEvent, relatedId }))
}

/** LG-5: the provider owes us, the customer has it. */
export function topupLegs(topupId: string, customerId: string, unit: Unit, value: bigint): Leg[] {
  return legs('topup', topupId, [
    { leg: 'provider', account: platform.providerClearing, flowType: 'out', value, unit },
    { leg: 'customer', account: customerId, flowType: 'in', value, unit },
  ])
}

/** LG-5: a lock of an attempt to pay. */
export function lockLegs(shippingId: string, buyer: string, value: bigint, attempt: number): Leg[] {
  if (value === 0n) return []
  return legs('shipping', shippingId, [
    { leg: `buyer.lock.${attempt}`, account: buyer, flowType: 'lock', value },
  ])
}

/** A lock ends exactly once: its leg has one name. */
export function releaseLegs(shippingId: string, buyer: string, locked: bigint): Leg[] {
  if (locked === 0n) return []
  return legs('shipping', shippingId, [
    { leg: 'buyer.release', account: buyer, flowType: 'lock', value: -locked },
  ])
}

/** SP-13: the gross moves from the buyer to escrow. */
export function payLegs(shippingId: string, buyer: string, gross: bigint): Leg[] {
  return legs('shipping', shippingId, [
    { leg: 'buyer.out', account: buyer, flowType: 'out', value: gross },
    { leg: 'escrow.in', account: platform.escrow, flowType: 'in', value: gross },
  ])
}

/** SP-25: the gross moves back. */
export function refundLegs(shippingId: string, buyer: string, gross: bigint): Leg[] {
  return legs('refund', shippingId, [
    { leg: 'escrow.out', account: platform.escrow, flowType: 'out', value: gross },
    { leg: 'buyer.in', account: buyer, flowType: 'in', value: gross },
  ])
}

/** LG-6: VAT of 7% is inside the service fee. */
export function vatInside(fee: bigint): bigint {
  return roundHalfUp(fee, 7n, 107n)
}

function partPostings(part: Part, index: number): Posting[] {
  const { value } = part
  if (value === 0n) return []
  const leg = `settle.${part.type}.${index}`
  if (part.customerId !== '')
    return [{ leg, account: part.customerId, flowType: 'in', value, unit: 'ft_thb' }]
  // OB-33: a payee whom we can't credit never blocks a sale
  if (part.type !== 'service')
    return [{ leg, account: platform.holding, flowType: 'in', value, unit: 'ft_thb' }]
  const vat = vatInside(value)
  const fee: Posting = { leg, account: platform.serviceFee, flowType: 'in', value, unit: 'ft_thb', vat }
  if (vat === 0n) return [fee]
  return [
    fee,
    { leg: `${leg}.vat.out`, account: platform.serviceFee, flowType: 'out', value: vat, unit: 'ft_thb' },
    { leg: `${leg}.vat.in`, account: platform.vat, flowType: 'in', value: vat, unit: 'ft_thb' },
  ]
}

/** SP-27: escrow out, points become baht at 1:1, baht to seller, payees and fees. */
export function settleLegs(shippingId: string, gross: bigint, parts: readonly Part[]): Leg[] {
  return legs('shipping', shippingId, [
    { leg: 'settle.escrow', account: platform.escrow, flowType: 'out', value: gross },
    { leg: 'settle.points', account: platform.conversion, flowType: 'in', value: gross },
    { leg: 'settle.baht', account: platform.conversion, flowType: 'out', value: gross, unit: 'ft_thb' },
    ...parts.flatMap(partPostings),
  ])
}
