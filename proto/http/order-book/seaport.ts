import type { OrderComponents, OrderParameters } from './order-parameters.ts'

export { type OrderComponents, type OrderParameters, orderParameters, uint256 } from './order-parameters.ts'

/**
 * What a browser, a script and the server must agree on to build and read a Seaport 1.5 order. No library of any chain:
 * hashing and signatures are in `@talad/contracts/seaport` (server) and in the wallet (browser).
 */

export const SEAPORT_VERSION = '1.5'
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
export const ZERO_HASH = '0x0000000000000000000000000000000000000000000000000000000000000000'

/** Seaport's ItemType and OrderType, as far as we use them. */
export const ItemType = { ERC20: 1, ERC721: 2, ERC1155: 3 } as const
export const OrderType = { FULL_OPEN: 0, PARTIAL_OPEN: 1, FULL_RESTRICTED: 2, PARTIAL_RESTRICTED: 3 } as const

/** EIP-712 types of an order, as `eth_signTypedData_v4`, ethers and viem take them. */
export const orderTypes = {
  OrderComponents: [
    { name: 'offerer', type: 'address' },
    { name: 'zone', type: 'address' },
    { name: 'offer', type: 'OfferItem[]' },
    { name: 'consideration', type: 'ConsiderationItem[]' },
    { name: 'orderType', type: 'uint8' },
    { name: 'startTime', type: 'uint256' },
    { name: 'endTime', type: 'uint256' },
    { name: 'zoneHash', type: 'bytes32' },
    { name: 'salt', type: 'uint256' },
    { name: 'conduitKey', type: 'bytes32' },
    { name: 'counter', type: 'uint256' },
  ],
  OfferItem: [
    { name: 'itemType', type: 'uint8' },
    { name: 'token', type: 'address' },
    { name: 'identifierOrCriteria', type: 'uint256' },
    { name: 'startAmount', type: 'uint256' },
    { name: 'endAmount', type: 'uint256' },
  ],
  ConsiderationItem: [
    { name: 'itemType', type: 'uint8' },
    { name: 'token', type: 'address' },
    { name: 'identifierOrCriteria', type: 'uint256' },
    { name: 'startAmount', type: 'uint256' },
    { name: 'endAmount', type: 'uint256' },
    { name: 'recipient', type: 'address' },
  ],
}

/** EIP-712 domain of a deployed Seaport 1.5. */
export function seaportDomain(chainId: number, seaportAddress: string) {
  return { name: 'Seaport', version: SEAPORT_VERSION, chainId, verifyingContract: seaportAddress }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** OB-23: a month is 30 days. */
const MONTH = 30 * DAY

/** OB-23, M§9: seconds of each duration of a listing. */
export const LIST_DURATIONS: Readonly<Record<string, number>> = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
  '7d': 7 * DAY,
  '1m': MONTH,
  '3m': 3 * MONTH,
  '6m': 6 * MONTH,
}
/** OB-23: a test value of a minute and a half, outside production only. */
export const TEST_DURATIONS: Readonly<Record<string, number>> = { '1.5m': 90 }
export const DEFAULT_LIST_DURATION = '6m'

/** OB-23, M§9: seconds of each duration of an offer. */
export const OFFER_DURATIONS: Readonly<Record<string, number>> = {
  '12h': 12 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
  '7d': 7 * DAY,
  '1m': MONTH,
}

export const DEFAULT_OFFER_DURATION = '1m'
/** OB-22: units that an offer may ask for. */
export const MAXIMUM_OFFER_AMOUNT = 999

/** OB-25: what the signed end of a shipper order has beyond its display end, so that a paid delivery can finish. */
export const GRACE_SECONDS = 3600
/** OB-24: how far the start of an order may be from the server's clock. */
export const START_TOLERANCE_SECONDS = 300

/** OB-19, M§5: the least price by price family, in whole units of the token. */
export const MINIMUM_PRICE: Readonly<Record<string, { list: string; offer: string }>> = {
  thb: { list: '20', offer: '20' },
  jfin: { list: '0.01', offer: '0.1' },
}
/** OB-18: the greatest price of any token in whole units; 199999900 at scale 100. Inclusive (OB-17). */
export const MAXIMUM_PRICE = '1999999'

/** The part of GET /order/terms that a listing is built from. */
export type ListingTerms = {
  zone: string
  conduit_key: string
  treasury: string
  point_token: { address: string }
  grace_seconds: number
}

export type ShipperListing = {
  terms: ListingTerms
  /** the seller's wallet */
  offerer: string
  asset: { address: string; type: 'erc721' | 'erc1155'; tokenId: string }
  /** units, decimal string; '1' for erc721 */
  amount: string
  allowPartial: boolean
  /** total for all units in the smallest unit of the point token, decimal string; must divide by the amount (OB-21) */
  totalRaw: string
  /** unix seconds, within five minutes of the server's clock (OB-24) */
  start: number
  /** one of LIST_DURATIONS, in seconds */
  durationSeconds: number
  /** 0x and 64 hex characters, random */
  salt: string
  /** Seaport's getCounter(offerer), decimal string */
  counter: string
}

/** OB-12: PARTIAL only for an erc1155 of more than one unit that allows it; always restricted by our zone. */
export function shipperOrderType(type: string, amount: bigint, allowPartial: boolean) {
  return type === 'erc1155' && amount > 1n && allowPartial
    ? OrderType.PARTIAL_RESTRICTED
    : OrderType.FULL_RESTRICTED
}

/** The order that a seller signs to list for baht: the NFT against point tokens for the treasury, under our zone. */
export function buildShipperListing(listing: ShipperListing): OrderComponents {
  const { terms, asset, amount, totalRaw, start, durationSeconds } = listing
  return {
    offerer: listing.offerer,
    zone: terms.zone,
    offer: [
      {
        itemType: asset.type === 'erc1155' ? ItemType.ERC1155 : ItemType.ERC721,
        token: asset.address,
        identifierOrCriteria: asset.tokenId,
        startAmount: amount,
        endAmount: amount,
      },
    ],
    consideration: [
      {
        itemType: ItemType.ERC20,
        token: terms.point_token.address,
        identifierOrCriteria: '0',
        startAmount: totalRaw,
        endAmount: totalRaw,
        recipient: terms.treasury,
      },
    ],
    orderType: shipperOrderType(asset.type, BigInt(amount), listing.allowPartial),
    startTime: String(start),
    endTime: String(start + durationSeconds + terms.grace_seconds), // OB-25
    zoneHash: ZERO_HASH,
    salt: listing.salt,
    conduitKey: terms.conduit_key,
    counter: listing.counter,
  }
}

/** What POST /order and Seaport take, from what was signed. */
export function toParameters(components: OrderComponents): OrderParameters {
  return { ...components, totalOriginalConsiderationItems: components.consideration.length }
}

/** A signature with a recovery id of 27 or 28, which some wallets count from 0; others are left as they are. */
export function withUsualRecoveryId(signature: string): string {
  if (!/^0x[0-9a-f]{128}0[01]$/i.test(signature)) return signature
  return `${signature.slice(0, -2)}${signature.endsWith('0') ? '1b' : '1c'}`
}
