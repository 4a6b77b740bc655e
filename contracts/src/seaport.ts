/** Seaport 1.5 orders: their shape, their hash and the digest that a maker signs. Pure; no network. */
import { concat, keccak256, type TypedDataDomain, TypedDataEncoder } from 'ethers'

export const ItemType = {
  native: 0,
  erc20: 1,
  erc721: 2,
  erc1155: 3,
  erc721WithCriteria: 4,
  erc1155WithCriteria: 5,
} as const
export type ItemType = (typeof ItemType)[keyof typeof ItemType]

export const OrderType = {
  fullOpen: 0,
  partialOpen: 1,
  fullRestricted: 2,
  partialRestricted: 3,
  contract: 4,
} as const
export type OrderType = (typeof OrderType)[keyof typeof OrderType]

/** `identifierOrCriteria` and the amounts are decimal strings in the token's smallest unit. */
export type OfferItem = {
  itemType: ItemType
  token: string
  identifierOrCriteria: string
  startAmount: string
  endAmount: string
}

export type ConsiderationItem = OfferItem & { recipient: string }

/** An order as it travels in JSON: times in unix seconds, `salt` decimal or 0x-hexadecimal. */
export type OrderParameters = {
  offerer: string
  zone: string
  offer: OfferItem[]
  consideration: ConsiderationItem[]
  orderType: OrderType
  startTime: number | string
  endTime: number | string
  zoneHash: string
  salt: string
  conduitKey: string
  totalOriginalConsiderationItems: number
}

/** What is hashed and signed: the parameters with the maker's counter, which may be as large as 2^256. */
export type OrderComponents = Omit<OrderParameters, 'totalOriginalConsiderationItems'> & { counter: string }

/** The contract that an order is meant for; an order for one is worth nothing at another. */
export type SeaportAt = { chainId: number; seaport: string }

export const noConduit = `0x${'0'.repeat(64)}`
export const noZone = `0x${'0'.repeat(40)}`

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

const encoder = TypedDataEncoder.from(orderTypes)

/** The EIP-712 domain of Seaport 1.5 at an address of a chain. */
export function seaportDomain({ chainId, seaport }: SeaportAt): TypedDataDomain {
  return { name: 'Seaport', version: '1.5', chainId, verifyingContract: seaport }
}

/**
 * The components of an order, without the tips that a fulfiller may have added behind the original items.
 * Throws a RangeError when the order has fewer items than it says it had.
 */
export function orderComponents(parameters: OrderParameters, counter: bigint | string): OrderComponents {
  const { totalOriginalConsiderationItems: total, ...rest } = parameters
  if (rest.consideration.length < total) throw new RangeError('original consideration items are missing')
  return { ...rest, consideration: rest.consideration.slice(0, total), counter: String(counter) }
}

/**
 * The hash by which Seaport knows an order, as `getOrderHash` gives it (0x and 64 lower-case digits).
 * Throws when a field is no address, number or byte string of its size.
 */
export function orderHash(parameters: OrderParameters, counter: bigint | string): string {
  return encoder.hash(orderComponents(parameters, counter))
}

/** The digest that the maker's key signs for an order of this hash. */
export function orderDigest(hash: string, at: SeaportAt): string {
  return keccak256(concat(['0x1901', TypedDataEncoder.hashDomain(seaportDomain(at)), hash]))
}

/** What a wallet is given to sign (`eth_signTypedData_v4` or ethers' `signTypedData`). */
export function orderTypedData(parameters: OrderParameters, counter: bigint | string, at: SeaportAt) {
  return {
    domain: seaportDomain(at),
    types: orderTypes,
    primaryType: 'OrderComponents' as const,
    message: orderComponents(parameters, counter),
  }
}
