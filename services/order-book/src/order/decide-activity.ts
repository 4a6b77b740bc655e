import { isOpen, type Reason } from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'
import { type OrderState, orderStatusOf } from './state.ts'

/** OB-4: an open order is looked at at least this often. */
const EVERY_MS = 10 * 60_000

/**
 * OB-4: when the activity of an order is to be computed the next time: ten minutes after the last, or when its start or
 * its end comes first. Nothing once nobody can fill it any more.
 */
export function nextCheck(state: OrderState, now: Date): Date | undefined {
  const { terms } = state
  if (!terms || !isOpen(orderStatusOf(state, terms).status)) return undefined
  const at = now.getTime()
  if (at >= terms.signedEnd * 1_000) return undefined
  const boundaries = [terms.start, terms.end, terms.signedEnd].map((seconds) => seconds * 1_000)
  return new Date(Math.min(at + EVERY_MS, ...boundaries.filter((ms) => ms > at)))
}

/** OB-4: why an order couldn't be filled now. */
export function activityReasons(about: {
  terms: Terms
  /** what must be held: units of the NFT; of an offer, the price of what is left */
  needed: bigint
  chain: { balance: bigint; approved: boolean; counter: bigint; cancelled: boolean }
  /** whether Seaport would fill what is left */
  fills: boolean
  suspended: boolean
  kycLevel: number
  /** the wallet belongs to the account that made the order */
  linked: boolean
  /** 0 where KYC isn't asked of sellers */
  minimumKycLevel: number
}): Reason[] {
  const { terms, chain } = about
  const reasons: Reason[] = []
  if (chain.balance < about.needed) reasons.push('balance')
  if (!chain.approved) reasons.push('approval')
  // the event that says so may still be on its way; the chain is right already
  if (chain.cancelled || chain.counter !== BigInt(terms.parameters.counter)) reasons.push('chain')
  if (reasons.length === 0 && !about.fills) reasons.push('fill') // the last judge, for what nobody has thought of
  if (about.suspended) reasons.push('suspended')
  if (terms.type !== 'offer' && about.kycLevel < about.minimumKycLevel) reasons.push('kyc')
  if (!about.linked) reasons.push('unlinked') // ID-31
  return reasons
}
