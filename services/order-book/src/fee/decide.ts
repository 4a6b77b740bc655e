import { formatDecimal, roundHalfUp, shareOf } from '@talad/shared/money'

/** One configured fee: service of the platform, or royalty of a collection. Basis points of the price. */
export type Fee = {
  type: 'service' | 'royalty'
  /** null: every contract */
  contract: string | null
  /** null: the platform */
  customerId: string | null
  basisPoints: number
  disabled: boolean
}

/** What one payee gets of a price; null: the platform. */
export type Share = {
  customerId: string | null
  type: 'service' | 'royalty' | 'net'
  basisPoints: number
  value: bigint
  /** the wallet that Seaport pays; absent in baht, and for the net of an offer */
  recipient?: string | undefined
}

const WHOLE = 10_000

/**
 * OB-32: the service fee of the contract, else the general one; and every royalty of the contract. Fees of issuers join
 * as royalty rows of the contract.
 */
export function applicableFees(fees: readonly Fee[], contract: string): Fee[] {
  const enabled = fees.filter((fee) => !fee.disabled)
  const service =
    enabled.find((fee) => fee.type === 'service' && fee.contract === contract) ??
    enabled.find((fee) => fee.type === 'service' && fee.contract === null)
  const royalties = enabled.filter((fee) => fee.type === 'royalty' && fee.contract === contract)
  return (service ? [service, ...royalties] : royalties).filter((fee) => fee.basisPoints > 0)
}

/**
 * Who receives what of a price; the shares always sum to it.
 * @param raw price of the whole order, smallest unit
 * @param seller customer id, or the placeholder of OB-28 where nobody is known
 * @param units that every share divides by: in crypto Seaport splits each payment, and refuses fractions (OB-21)
 * @throws RangeError when the fees together exceed the price, which OB-31 keeps from being configured
 */
export function distribute(raw: bigint, fees: readonly Fee[], seller: string, units = 1n): Share[] {
  const shares = fees.map(({ customerId, type, basisPoints }) => {
    const value = shareOf(raw, BigInt(basisPoints)) // OB-29: rounded down, the seller gets the dust
    return { customerId, type, basisPoints, value: value - (value % units) }
  })
  const taken = shares.reduce((sum, share) => sum + share.value, 0n)
  const points = shares.reduce((sum, share) => sum + share.basisPoints, 0)
  if (taken > raw || points > WHOLE) throw new RangeError('fees exceed the price')
  return [...shares, { customerId: seller, type: 'net', basisPoints: WHOLE - points, value: raw - taken }]
}

/** A part of a price as a preview shows it. */
export type Part = { basisPoints: number; value: bigint }

/** All shares of one type together. */
export function partOf(shares: readonly Share[], type: Share['type']): Part {
  const own = shares.filter((share) => share.type === type)
  return {
    basisPoints: own.reduce((sum, share) => sum + share.basisPoints, 0),
    value: own.reduce((sum, share) => sum + share.value, 0n),
  }
}

const MOST_DECIMALS = 4

/** WB-9: at least two decimals, at most four, rounded half up; what is smaller is told to be. Points have two. */
export function displayValue(value: bigint, decimals: number): string {
  const left = Math.min(decimals, MOST_DECIMALS)
  const smallest = 10n ** BigInt(decimals - left)
  if (value > 0n && value < smallest) return '<0.0001'
  const shown = roundHalfUp(value, 1n, smallest)
  const [whole = '0', fraction = ''] = formatDecimal(shown, left).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
