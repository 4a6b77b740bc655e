import {
  buildShipperListing,
  GRACE_SECONDS,
  toParameters,
  ZERO_HASH,
} from '@talad/proto/http/order-book/seaport'
import type { Rejection } from '@talad/shared/rejection'
import { expect } from 'vitest'
import type { Claim } from '../src/listing/claim.ts'
import { checkClaim, type Draft, type Known } from '../src/listing/decide.ts'
import { toTerms } from '../src/listing/decide-signed.ts'
import type { Market } from '../src/market.ts'
import type { OrderCommand } from '../src/order/decide.ts'
import type { Terms } from '../src/public-state/terms.ts'

/** What deciders work with, for tests without any other part. */

export const now = new Date('2026-11-21T00:00:00Z')
export const start = now.getTime() / 1_000
const at = (digit: string) => `0x${digit.repeat(40)}`
export const seller = at('a')
export const nft = at('b')
export const points = at('c')
const hash = `0x${'1'.repeat(64)}`

const pointToken = { address: points, symbol: 'THB', decimals: 2, family: 'thb', shipper: true }

export const market: Market = {
  blockchain: 'kub',
  chainId: 3501,
  seaport: at('d'),
  seaportVersion: '1.5',
  zone: at('e'),
  treasury: at('f'),
  conduitKey: ZERO_HASH,
  pointToken,
  tokens: [pointToken],
  durations: { list: { '1d': 86_400 }, offer: { '1d': 86_400 } },
  feeWallet: at('9'),
  offersEnabled: true,
  maximumOfferAmount: 999,
  graceSeconds: 3_600,
  startToleranceSeconds: 300,
  minimumPrice: { thb: { list: '20', offer: '20' }, jfin: { list: '0.01', offer: '0.1' } },
  maximumPrice: '1999999',
  limits: { ordersPerCustomer: 10, ordersPerAsset: 2 },
  skipKyc: false,
}

export const known: Known = {
  market,
  asset: { blockchain: 'kub', type: 'erc1155', tradable: true, suspended: false },
  wallets: new Map([[seller, 'web3']]),
  hash,
  now: start,
}

/** A claim that passes; `changes` are applied last. */
export function claim(changes: Partial<Claim> = {}): Claim {
  const about = { amount: 4n, priceText: '100', ...changes }
  const parameters = toParameters(
    buildShipperListing({
      terms: {
        zone: market.zone,
        conduit_key: ZERO_HASH,
        treasury: market.treasury,
        point_token: { address: points },
        grace_seconds: GRACE_SECONDS,
      },
      offerer: seller,
      asset: { address: nft, type: 'erc1155', tokenId: '7' },
      amount: about.amount.toString(),
      allowPartial: changes.allowPartial ?? true,
      totalRaw: '10000',
      start,
      durationSeconds: 86_400,
      salt: hash,
      counter: '0',
    }),
  )
  return {
    type: 'list',
    blockchain: 'kub',
    assetBlockchain: 'kub',
    contract: nft,
    contractType: 'erc1155',
    tokenId: '7',
    duration: '1d',
    token: points,
    allowPartial: true,
    isJoinWallet: false,
    version: '1.5',
    hash,
    shipping: { offererCustomerId: '{offerer}', distribution: [] },
    crypto: undefined,
    recipient: undefined,
    distribution: undefined,
    parameters,
    signature: '0x1234',
    ...about,
    ...changes,
  }
}

export function draft(changes: Partial<Claim> = {}): Draft {
  return checkClaim(claim(changes), known)
}

/** An order of four units for 100 THB, put by join-seller. */
export function terms(changes: Partial<Terms> = {}): Terms {
  return {
    ...toTerms({
      claim: claim(),
      draft: draft(),
      distribution: [],
      seller: { customerId: 'join-seller', accountId: 'account-seller' },
      signature: '0x1234',
      market,
      asOfBlock: 100n,
      orderId: '0'.repeat(24),
      now,
    }),
    ...changes,
  }
}

/** Puts an order where the limits leave room for fifty. */
export function putOf(
  given: Terms,
  about: Partial<Extract<OrderCommand, { type: 'Put' }>> = {},
): Extract<OrderCommand, { type: 'Put' }> {
  return {
    type: 'Put',
    terms: given,
    limits: { ordersPerCustomer: 50, ordersPerAsset: 50 },
    open: { ofCustomer: 0, ofAsset: 0 },
    raised: [],
    suspended: false,
    ...about,
  }
}

/**
 * Matches a Rejection of this code.
 * @param told what else the answer says, as far as it is looked at
 */
export function refusal(code: string, told: Pick<Partial<Rejection>, 'field' | 'details'> = {}): Error {
  return expect.objectContaining({ name: 'Rejection', code, ...told })
}
