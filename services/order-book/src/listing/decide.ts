import { parseDecimal } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import { type Market, MINIMUM_KYC_LEVEL, type PriceToken } from '../market.ts'
import type { Claim } from './claim.ts'

/** An asset as the asset index has published it. */
export type KnownAsset = { blockchain: string; type: string; tradable: boolean; suspended: boolean }

/** What is known beside the claim when it is judged. */
export type Known = {
  market: Market
  asset: KnownAsset | undefined
  /** the caller's wallets: lower-case address to provider, join or web3 */
  wallets: ReadonlyMap<string, string>
  /** of the claimed parameters, computed here */
  hash: string
  /** unix seconds */
  now: number
}

/** What checks 6 to 14 have found out. */
export type Draft = {
  contractType: 'erc721' | 'erc1155'
  token: PriceToken & { decimals: number }
  amount: bigint
  /** price of all units, smallest unit */
  raw: bigint
  start: number
  durationSeconds: number
}

/** OB-9, check 3: M§6, sellers need SILVER; skipped in development, as M§5 says. @throws Rejection KYC_NOT_ELIGIBLE */
export function checkKyc(kycLevel: number, market: Pick<Market, 'skipKyc'>): void {
  if (market.skipKyc || kycLevel >= MINIMUM_KYC_LEVEL) return
  throw new Rejection('KYC_NOT_ELIGIBLE', { details: { level: kycLevel, required: MINIMUM_KYC_LEVEL } })
}

/** OB-9, checks 6 to 14, in this order; the first that fails is thrown. */
export function checkClaim(claim: Claim, known: Known): Draft {
  const { market, now } = known
  if (claim.type !== 'list' && claim.type !== 'offer') throw new Rejection('INVALID_ORDER_TYPE') // OB-9 6, OB-7
  const contractType = checkContractType(claim.contractType) // OB-9 7
  checkAsset(claim, contractType, known) // OB-9 8
  const token = checkToken(claim, claim.type, market) // OB-9 9
  const raw = checkPrice(claim.priceText, token, { type: claim.type, field: 'price.text' }, market) // OB-9 10
  const amount = checkAmount(claim, contractType, raw) // OB-9 11
  const times = checkDuration(claim, market, now) // OB-9 12
  checkOfferer(claim, known.wallets) // OB-9 13
  checkHash(claim, known) // OB-9 14
  return { contractType, token, raw, amount, ...times }
}

/** @throws Rejection UNSUPPORTED_CONTRACT_TYPE */
export function checkContractType(type: string): 'erc721' | 'erc1155' {
  if (type !== 'erc721' && type !== 'erc1155') throw new Rejection('UNSUPPORTED_CONTRACT_TYPE')
  return type
}

function checkAsset(claim: Claim, contractType: string, { asset, market }: Known): void {
  if (claim.blockchain !== claim.assetBlockchain)
    throw new Rejection('INVALID_ORDER', { field: 'order.blockchain' })
  if (!asset || asset.blockchain !== claim.blockchain || claim.blockchain !== market.blockchain) {
    throw new Rejection('ASSET_NOT_FOUND', { field: 'asset' })
  }
  if (asset.type !== contractType) throw new Rejection('INVALID_ORDER', { field: 'asset.contract.type' })
  if (asset.suspended) throw new Rejection('ASSET_SUSPENDED', { field: 'asset' })
  if (!asset.tradable) throw new Rejection('ASSET_NOT_TRADABLE', { field: 'asset' })
}

const NATIVE_COIN = '0x0000000000000000000000000000000000000000'

function checkToken(claim: Claim, type: 'list' | 'offer', market: Market): Draft['token'] {
  const token = market.tokens.find((one) => one.address === claim.token)
  // OB-20: an offer in points would lock a balance with no shipping to use it; the native coin can't be approved
  if (type === 'offer' && (token?.shipper || claim.token === NATIVE_COIN)) {
    throw new Rejection('UNSUPPORTED_SHIPPING_UNIT', { field: 'price.token' })
  }
  if (!token) throw new Rejection('TOKEN_NOT_FOUND', { field: 'price.token' })
  // OB-8: exactly one block, and the one that the token asks for
  if (token.shipper !== (claim.shipping !== undefined) || token.shipper === claim.crypto) {
    throw new Rejection('INVALID_ORDER', { field: 'order.shipping' })
  }
  return withDecimals(token)
}

function withDecimals(token: PriceToken): Draft['token'] {
  if (token.decimals === undefined) throw new Rejection('DECIMALS_NOT_FOUND', { field: 'price.token' })
  return { ...token, decimals: token.decimals }
}

/** OB-34: the token of a preview. @throws Rejection TOKEN_NOT_FOUND, DECIMALS_NOT_FOUND */
export function findToken(address: string, market: Market): Draft['token'] {
  const token = market.tokens.find((one) => one.address === address)
  if (!token) throw new Rejection('TOKEN_NOT_FOUND', { field: 'token' })
  return withDecimals(token)
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
  token: Draft['token'],
  { type, field }: { type: 'list' | 'offer'; field: string },
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

function checkAmount(claim: Claim, contractType: string, raw: bigint): bigint {
  const amount = contractType === 'erc721' ? 1n : claim.amount // OB-22: one of its kind, whatever was asked
  if (amount < 1n) throw new Rejection('INVALID_AMOUNT', { field: 'amount' }) // OB-22
  if (raw % amount !== 0n) throw new Rejection('PRICE_NOT_DIVISIBLE', { field: 'price.text' }) // OB-21
  return amount
}

function checkDuration(
  claim: Claim,
  market: Market,
  now: number,
): { start: number; durationSeconds: number } {
  const refuse = (field: string) => new Rejection('INVALID_DURATION', { field })
  const { startTime, endTime } = claim.parameters
  const durationSeconds = Object.hasOwn(market.durations, claim.duration)
    ? market.durations[claim.duration]
    : undefined
  if (durationSeconds === undefined) throw refuse('duration') // OB-24, OB-23
  const offset = BigInt(startTime) - BigInt(now)
  const tolerance = BigInt(market.startToleranceSeconds)
  if (offset > tolerance || offset < -tolerance) {
    throw refuse('order.order.parameters.startTime') // OB-24
  }
  const signedEnd = BigInt(startTime) + BigInt(durationSeconds + market.graceSeconds)
  if (BigInt(endTime) !== signedEnd) throw refuse('order.order.parameters.endTime') // OB-25
  return { start: Number(startTime), durationSeconds }
}

function checkOfferer(claim: Claim, wallets: ReadonlyMap<string, string>): void {
  const provider = wallets.get(claim.parameters.offerer)
  if (provider === undefined) {
    throw new Rejection('INVALID_OFFERER', { field: 'order.order.parameters.offerer' })
  }
  // OB-8: the claim must be true; its other half, a join claim for another wallet, is an invalid join signer (OB-10)
  if (provider === 'join' && !claim.isJoinWallet)
    throw new Rejection('INVALID_ORDER', { field: 'isJoinWallet' })
}

function checkHash(claim: Claim, { hash, market }: Known): void {
  // OB-8
  if (claim.version !== market.seaportVersion)
    throw new Rejection('INVALID_ORDER', { field: 'order.version' })
  if (claim.hash !== hash) throw new Rejection('HASH_MISMATCH', { field: 'order.hash' }) // OB-8
}
