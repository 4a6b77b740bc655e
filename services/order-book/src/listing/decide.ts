import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { Rejection } from '@talad/shared/rejection'
import { type Market, MINIMUM_KYC_LEVEL } from '../market.ts'
import type { Terms } from '../public-state/terms.ts'
import type { Claim } from './claim.ts'
import { checkDivisible, checkPrice, checkToken, type KnownToken, type Side } from './decide-price.ts'

/** An asset as the asset index has published it. */
export type KnownAsset = { blockchain: string; type: string; tradable: boolean; suspended: boolean }

export type Counterparty = NonNullable<Terms['counterparty']>

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
  /** who alone may buy it: an admin makes a deal (OB-7) */
  counterparty?: Counterparty | undefined
}

/** What checks 6 to 14 have found out. */
export type Draft = {
  type: Side
  contractType: 'erc721' | 'erc1155'
  token: KnownToken
  amount: bigint
  /** price of all units, smallest unit */
  raw: bigint
  start: number
  durationSeconds: number
  /** of an offer: the wallet that gets the NFT */
  recipient: string | undefined
}

/** OB-9, check 3, and OB-35: who puts needs SILVER, whatever it is in; skipped in development, as M§5 says. @throws Rejection KYC_NOT_ELIGIBLE */
export function checkKyc(kycLevel: number, market: Pick<Market, 'skipKyc'>): void {
  if (market.skipKyc || kycLevel >= MINIMUM_KYC_LEVEL) return
  throw new Rejection('KYC_NOT_ELIGIBLE', { details: { level: kycLevel, required: MINIMUM_KYC_LEVEL } })
}

/** OB-9, checks 6 to 14, in this order; the first that fails is thrown. */
export function checkClaim(claim: Claim, known: Known): Draft {
  const { market, now } = known
  const type = sideOf(claim, known) // OB-9 6
  if (type === 'offer' && !market.offersEnabled) throw new Rejection('OFFERS_DISABLED') // OB-41
  const contractType = checkContractType(claim.contractType) // OB-9 7
  checkAsset(claim, contractType, known) // OB-9 8
  const token = checkToken(claim, type, market) // OB-9 9
  // OB-7: only our zone keeps everybody else off
  if (known.counterparty && !token.shipper)
    throw new Rejection('UNSUPPORTED_SHIPPING_UNIT', { field: 'price.token' })
  const raw = checkPrice(claim.priceText, token, { type, field: 'price.text' }, market) // OB-9 10
  const amount = checkAmount(claim, contractType, market) // OB-9 11
  checkDivisible(raw, amount, 'price.text') // OB-21
  const recipient = type === 'offer' ? checkRecipient(claim.recipient) : undefined
  const times = checkDuration(claim, token, market, now) // OB-9 12
  checkOfferer(claim, known.wallets) // OB-9 13
  checkHash(claim, known) // OB-9 14
  return { type, contractType, token, raw, amount, recipient, ...times }
}

/** OB-7: a deal is a listing for one buyer, and never put by POST /order. @throws Rejection INVALID_ORDER_TYPE */
function sideOf({ type }: Claim, { counterparty }: Known): Side {
  if (counterparty ? type === 'deal' : type === 'list' || type === 'offer') {
    return type === 'offer' ? 'offer' : 'list'
  }
  throw new Rejection('INVALID_ORDER_TYPE') // OB-9 6, OB-7
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

function checkAmount(claim: Claim, contractType: string, market: Market): bigint {
  const amount = contractType === 'erc721' ? 1n : claim.amount // OB-22: one of its kind, whatever was asked
  if (amount < 1n) throw new Rejection('INVALID_AMOUNT', { field: 'amount' }) // OB-22
  const maximum = market.maximumOfferAmount
  if (claim.type === 'offer' && amount > BigInt(maximum)) {
    throw new Rejection('TOO_MANY_UNITS', { field: 'amount', details: { maximum } }) // OB-22
  }
  return amount
}

/** M§5: an offer names the wallet that gets the NFT. @throws Rejection RECIPIENT_REQUIRED, INVALID_RECIPIENT */
function checkRecipient(recipient: string | undefined): string {
  const about = { field: 'recipientAddress' }
  if (recipient === undefined) throw new Rejection('RECIPIENT_REQUIRED', about)
  if (recipient === ZERO_ADDRESS) throw new Rejection('INVALID_RECIPIENT', about)
  return recipient
}

function checkDuration(
  claim: Claim,
  token: KnownToken,
  market: Market,
  now: number,
): { start: number; durationSeconds: number } {
  const refuse = (field: string) => new Rejection('INVALID_DURATION', { field })
  const { startTime, endTime } = claim.parameters
  const durations = claim.type === 'offer' ? market.durations.offer : market.durations.list // OB-23
  const durationSeconds = Object.hasOwn(durations, claim.duration) ? durations[claim.duration] : undefined
  if (durationSeconds === undefined) throw refuse('duration') // OB-24, OB-23
  const offset = BigInt(startTime) - BigInt(now)
  const tolerance = BigInt(market.startToleranceSeconds)
  if (offset > tolerance || offset < -tolerance) {
    throw refuse('order.order.parameters.startTime') // OB-24
  }
  const signedEnd = BigInt(startTime) + BigInt(durationSeconds + graceOf(token, market))
  if (BigInt(endTime) !== signedEnd) throw refuse('order.order.parameters.endTime') // OB-25
  return { start: Number(startTime), durationSeconds }
}

/** OB-25: only a delivery of ours needs time beyond the display end. */
export function graceOf(token: KnownToken, market: Pick<Market, 'graceSeconds'>): number {
  return token.shipper ? market.graceSeconds : 0
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
