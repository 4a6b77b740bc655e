import { mostSpecific, type NftRange, type NftToken } from '@talad/proto/nft-range'
import { formatDecimal, roundHalfUp, shareOf } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'

/** One fee that is enabled. Basis points of the price. */
export type ConfiguredFee = {
  type: 'service' | 'royalty' | 'issuer'
  /** of every contract that has no service fee of its own */
  isGeneral: boolean
  /** who gets a royalty; null: the platform, or whoever gets the fees of the issuer */
  customerId: string | null
  issuerId: string | null
  basisPoints: number
}

/** What an active issuer issues of the contract. */
export type IssuerRange = { issuerId: string; customerId: string; range: NftRange }

/** One fee on a sale; null: the platform gets it. */
export type Fee = { type: 'service' | 'royalty'; customerId: string | null; basisPoints: number }

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

/** Half of a price, in basis points. */
const MOST_TOGETHER = 5_000

/** MO-3: whose token it is: of the most specific range that covers it, as ranges of one kind never overlap (MO-32). */
export function issuerOf(ranges: readonly IssuerRange[], token: NftToken): IssuerRange | undefined {
  return mostSpecific(ranges, token)
}

/**
 * OB-32: the service fee of the contract, else the general one; every royalty of the contract; and the fee of the issuer
 * whose token it is, paid to its payee as a royalty.
 * @throws Rejection UNAVAILABLE: moderation keeps all fees at half of a price (OB-31); more than that is news of which a
 * part has yet to come
 */
export function applicableFees(
  { fees, ranges }: { fees: readonly ConfiguredFee[]; ranges: readonly IssuerRange[] },
  token: NftToken,
): Fee[] {
  const services = fees.filter(({ type }) => type === 'service')
  const service = services.find(({ isGeneral }) => !isGeneral) ?? services[0]
  const issuer = issuerOf(ranges, token)
  const taken = [
    ...(service ? [{ ...service, type: 'service' as const, customerId: null }] : []),
    ...fees.flatMap((fee) => (fee.type === 'royalty' ? { ...fee, type: fee.type } : [])),
    ...fees.flatMap((fee) =>
      issuer && fee.type === 'issuer' && fee.issuerId === issuer.issuerId
        ? { ...fee, type: 'royalty' as const, customerId: issuer.customerId }
        : [],
    ),
  ].flatMap(({ type, customerId, basisPoints }) => (basisPoints > 0 ? { type, customerId, basisPoints } : []))
  const together = taken.reduce((sum, { basisPoints }) => sum + basisPoints, 0)
  if (together > MOST_TOGETHER)
    throw new Rejection('UNAVAILABLE', { details: { total_percent: together / 100 } })
  return taken
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
