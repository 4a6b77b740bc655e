import {
  buildShipperListing,
  type OrderComponents,
  type OrderParameters,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing, buildOffer } from '@talad/proto/http/order-book/seaport-crypto'
import { Rejection } from '@talad/shared/rejection'
import type { Market } from '../market.ts'
import type { Share, Terms } from '../public-state/terms.ts'
import type { Claim } from './claim.ts'
import { type Counterparty, type Draft, graceOf } from './decide.ts'
import { firstDifference } from './same.ts'

/** Who signed, as far as the bytes tell; `contractAccepts` is asked of the chain only where they tell nobody (EIP-1271). */
export type Signed = { signer: string } | { contractAccepts: boolean }

/** OB-9, check 15, first half. @throws Rejection SIGNATURE_REQUIRED */
export function requireSignature(signature: string | undefined): string {
  if (signature === undefined || signature === '0x') {
    throw new Rejection('SIGNATURE_REQUIRED', { field: 'order.order.signature' }) // OB-10
  }
  return signature
}

/** OB-9, check 15. @throws Rejection INVALID_JOIN_SIGNER, INVALID_SIGNATURE */
export function checkSigner(claim: Claim, signed: Signed, wallets: ReadonlyMap<string, string>): void {
  const { offerer } = claim.parameters
  const byOfferer = 'signer' in signed && signed.signer === offerer
  // OB-10: a join wallet signs with its own key, and must be the caller's
  if (claim.isJoinWallet && !(byOfferer && wallets.get(offerer) === 'join')) {
    throw new Rejection('INVALID_JOIN_SIGNER', { field: 'order.order.signature' })
  }
  if (byOfferer || ('contractAccepts' in signed && signed.contractAccepts)) return
  throw new Rejection('INVALID_SIGNATURE', { field: 'order.order.signature' }) // OB-10
}

/** What the chain says at one block. */
export type ChainFacts = {
  block: bigint
  counter: bigint
  /** of the order's hash in Seaport */
  cancelled: boolean
  filled: boolean
  /** what the offerer holds: units of a listed NFT; of an offer, the price token's smallest units */
  balance: bigint
  /** whether Seaport may take what is offered */
  approved: boolean
}

/** OB-9, check 16. @throws Rejection INVALID_COUNTER, ORDER_ENDED_ON_CHAIN */
export function checkCounter(parameters: OrderParameters, chain: ChainFacts): void {
  if (BigInt(parameters.counter) !== chain.counter) {
    throw new Rejection('INVALID_COUNTER', { field: 'order.order.parameters.counter' }) // OB-9 16
  }
  if (chain.cancelled || chain.filled) throw new Rejection('ORDER_ENDED_ON_CHAIN') // OB-2
}

function componentsOf(
  claim: Claim,
  draft: Draft,
  distribution: readonly Share[],
  market: Market,
): OrderComponents {
  const { offerer, salt, counter } = claim.parameters
  const about = {
    offerer,
    salt,
    counter,
    asset: { address: claim.contract, type: draft.contractType, tokenId: claim.tokenId },
    amount: draft.amount.toString(),
    allowPartial: claim.allowPartial, // OB-12
    start: draft.start,
    durationSeconds: draft.durationSeconds,
  }
  if (draft.token.shipper) {
    const terms = {
      zone: market.zone,
      conduit_key: market.conduitKey,
      treasury: market.treasury,
      point_token: draft.token,
      grace_seconds: market.graceSeconds,
    }
    return buildShipperListing({ ...about, terms, totalRaw: draft.raw.toString() })
  }
  const paid = distribution.map(({ type, value, recipient = null }) => ({
    type,
    recipient,
    value: value.toString(),
  }))
  const crypto = { ...about, conduitKey: market.conduitKey, token: draft.token.address, distribution: paid }
  const { recipient } = draft
  return recipient === undefined ? buildCryptoListing(crypto) : buildOffer({ ...crypto, recipient })
}

/**
 * OB-9, check 17: the signed order is, field by field, the one that follows from what its maker asks for.
 * @throws Rejection INVALID_PARAMETERS naming the first field that differs, and what has to stand there
 */
export function checkParameters(
  claim: Claim,
  draft: Draft,
  distribution: readonly Share[],
  market: Market,
): void {
  const wanted = toParameters(componentsOf(claim, draft, distribution, market))
  for (const [name, value] of Object.entries(wanted)) {
    const found = firstDifference(value, Reflect.get(claim.parameters, name), name)
    if (!found) continue
    // who builds orders by themselves reads where theirs is another one
    const reason = `${found.path} must be ${JSON.stringify(found.wanted)}`
    throw new Rejection('INVALID_PARAMETERS', {
      field: `order.order.parameters.${name}`,
      details: { reason },
    })
  }
}

/** OB-9, check 18. @throws Rejection INSUFFICIENT_NFT, NFT_NOT_APPROVED, INSUFFICIENT_TOKENS, TOKEN_NOT_APPROVED */
export function checkHolding(draft: Draft, chain: ChainFacts): void {
  if (draft.type === 'offer') {
    if (chain.balance < draft.raw) {
      const details = { held: chain.balance.toString(), symbol: draft.token.symbol }
      throw new Rejection('INSUFFICIENT_TOKENS', { field: 'price.text', details }) // OB-9 18
    }
    if (!chain.approved) throw new Rejection('TOKEN_NOT_APPROVED') // OB-9 18
    return
  }
  if (chain.balance < draft.amount) {
    throw new Rejection('INSUFFICIENT_NFT', { field: 'amount', details: { held: chain.balance.toString() } }) // OB-22
  }
  if (!chain.approved) throw new Rejection('NFT_NOT_APPROVED') // OB-9 18
}

/** The order that is kept, once every check has passed. */
export function toTerms(about: {
  claim: Claim
  draft: Draft
  distribution: Share[]
  seller: { customerId: string; accountId: string }
  signature: string
  market: Pick<Market, 'graceSeconds'>
  asOfBlock: bigint
  orderId: string
  now: Date
  counterparty?: Counterparty | undefined
  holders?: string[] | undefined
}): Terms {
  const { claim, draft, seller, counterparty } = about
  const end = draft.start + draft.durationSeconds
  return {
    orderId: about.orderId,
    hash: claim.hash,
    type: counterparty ? 'deal' : draft.type, // OB-7
    blockchain: claim.blockchain,
    contract: claim.contract,
    contractType: draft.contractType,
    tokenId: claim.tokenId,
    amount: draft.amount,
    price: {
      token: draft.token.address,
      symbol: draft.token.symbol,
      decimals: draft.token.decimals,
      family: draft.token.family,
      raw: draft.raw, // OB-44: the truth; value is made of it, text is only shown
      text: claim.priceText,
    },
    offerer: claim.parameters.offerer,
    ...(counterparty && { counterparty }),
    ...(about.holders && { holders: about.holders }),
    customerId: seller.customerId,
    accountId: seller.accountId,
    distribution: about.distribution, // OB-30: later fee changes don't reach it
    start: draft.start,
    end, // OB-25: what everyone is shown; the signature holds an hour longer
    signedEnd: end + graceOf(draft.token, about.market),
    parameters: claim.parameters,
    signature: about.signature,
    restricted: draft.token.shipper, // OB-12
    partial: draft.contractType === 'erc1155' && draft.amount > 1n && claim.allowPartial, // OB-12
    ...(draft.recipient === undefined ? {} : { recipient: draft.recipient }),
    asOfBlock: about.asOfBlock,
    createdAt: about.now,
  }
}
