import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { parseDecimal } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import type { Market, PriceToken } from '../market.ts'
import type { Claim } from './claim.ts'

export type Side = 'list' | 'offer'
export type KnownToken = PriceToken & { decimals: number }

/** OB-9, check 9. @throws Rejection UNSUPPORTED_SHIPPING_UNIT, TOKEN_NOT_FOUND, INVALID_ORDER, DECIMALS_NOT_FOUND */
export function checkToken(claim: Claim, type: Side, market: Market): KnownToken {
  const token = tokenOf(claim.token, type, market, 'price.token')
  // OB-8: exactly one block, and the one that the token asks for
  if (token.shipper !== (claim.shipping !== undefined) || token.shipper === (claim.crypto !== undefined)) {
    throw new Rejection('INVALID_ORDER', { field: token.shipper ? 'order.shipping' : 'order.crypto' })
  }
  return token
}

/**
 * A token in which an order of this kind may be priced.
 * @param field where it stands in the request
 * @throws Rejection UNSUPPORTED_SHIPPING_UNIT, TOKEN_NOT_FOUND, DECIMALS_NOT_FOUND
 */
export function tokenOf(address: string, type: Side, market: Market, field: string): KnownToken {
  const token = market.tokens.find((one) => one.address === address)
  // OB-20: an offer in points would lock a balance with no shipping to use it; the native coin can't be approved
  if (type === 'offer' && (token?.shipper || address === ZERO_ADDRESS)) {
    throw new Rejection('UNSUPPORTED_SHIPPING_UNIT', { field })
  }
  if (!token) throw new Rejection('TOKEN_NOT_FOUND', { field })
  if (token.decimals === undefined) throw new Rejection('DECIMALS_NOT_FOUND', { field })
  return { ...token, decimals: token.decimals }
}

/** OB-44: the raw price follows from what the seller typed. @throws Rejection PRICE_NOT_FOUND, TOO_MANY_DECIMALS */
export function readPrice(text: string | undefined, decimals: number, field: string): bigint {
  const raw = text === undefined ? undefined : parseDecimal(text, decimals)
  if (raw !== undefined) return raw
  const excess = text !== undefined && parseDecimal(text, 100) !== undefined
  throw new Rejection(excess ? 'TOO_MANY_DECIMALS' : 'PRICE_NOT_FOUND', { field })
}

/**
 * OB-9, check 10: also what a preview asks, so that it shows nothing that putting refuses (OB-34).
 * @param of where the price stands in the request
 * @throws Rejection PRICE_NOT_FOUND, TOO_MANY_DECIMALS, UNKNOWN_PRICE_RULE, PRICE_TOO_LOW, PRICE_TOO_HIGH
 */
export function checkPrice(
  text: string | undefined,
  token: KnownToken,
  { type, field }: { type: Side; field: string },
  market: Market,
): bigint {
  const raw = readPrice(text, token.decimals, field)
  const minimum = market.minimumPrice[token.family]?.[type]
  if (minimum === undefined) throw new Rejection('UNKNOWN_PRICE_RULE') // OB-19
  // OB-19: exact decimals; scaled up, so that a minimum finer than the token's own unit still counts
  if (raw * 10n ** 18n < readPrice(minimum, 18, field) * 10n ** BigInt(token.decimals)) {
    throw new Rejection('PRICE_TOO_LOW', { field, details: { minimum, symbol: token.symbol } })
  }
  const maximum = market.maximumPrice
  // OB-17: inclusive; OB-18: the same figure in every token's own unit
  if (raw > readPrice(maximum, token.decimals, field)) {
    throw new Rejection('PRICE_TOO_HIGH', { field, details: { maximum, symbol: token.symbol } })
  }
  return raw
}

/** OB-21: parts of it have a price too. @throws Rejection PRICE_NOT_DIVISIBLE */
export function checkDivisible(raw: bigint, amount: bigint, field: string): void {
  if (raw % amount !== 0n) throw new Rejection('PRICE_NOT_DIVISIBLE', { field })
}
