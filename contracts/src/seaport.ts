/** Seaport 1.5 orders: their shape, their hash and the signature over it. Pure; no network. */
import {
  concat,
  dataLength,
  dataSlice,
  id,
  isHexString,
  keccak256,
  recoverAddress,
  type TypedDataDomain,
  TypedDataEncoder,
  toBeHex,
  toBigInt,
  toNumber,
} from 'ethers'

export const ItemType = {
  NATIVE: 0,
  ERC20: 1,
  ERC721: 2,
  ERC1155: 3,
  ERC721_WITH_CRITERIA: 4,
  ERC1155_WITH_CRITERIA: 5,
} as const

export const OrderType = {
  FULL_OPEN: 0,
  PARTIAL_OPEN: 1,
  FULL_RESTRICTED: 2,
  PARTIAL_RESTRICTED: 3,
  CONTRACT: 4,
} as const

/** `itemType` is an `ItemType`; `identifierOrCriteria` and the amounts are decimal strings in the token's smallest unit. */
export type OfferItem = {
  itemType: number
  token: string
  identifierOrCriteria: string
  startAmount: string
  endAmount: string
}

export type ConsiderationItem = OfferItem & { recipient: string }

/** An order as it travels in JSON: `orderType` is an `OrderType`, times are unix seconds, `salt` decimal or 0x-hexadecimal. */
export type OrderParameters = {
  offerer: string
  zone: string
  offer: OfferItem[]
  consideration: ConsiderationItem[]
  orderType: number
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

const HALF_OF_CURVE_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const ALL_BUT_HIGHEST_BIT = (1n << 255n) - 1n

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

/** Orders that Seaport takes as one tree: up to 2^24. */
const MOST_HEIGHT = 24

/**
 * What was signed of an order: its own hash, or, where the signature goes on with an index (3 bytes) and the hashes beside
 * its way up (32 bytes each), the hash of the bulk order that they lead to, as Seaport 1.5 takes them.
 */
export function signedHash(hash: string, signature: string): { hash: string; signature: string } {
  const length = isHexString(signature) && signature.length % 2 === 0 ? dataLength(signature) : 0
  const height = Math.floor((length - 67) / 32)
  const own = length - 3 - 32 * height
  if (height < 1 || height > MOST_HEIGHT || (own !== 64 && own !== 65)) return { hash, signature }
  const index = toNumber(dataSlice(signature, own, own + 3))
  let root = hash
  for (let level = 0; level < height; level += 1) {
    const start = own + 3 + 32 * level
    const beside = dataSlice(signature, start, start + 32)
    root = keccak256(concat((index >> level) & 1 ? [beside, root] : [root, beside]))
  }
  const tree = `OrderComponents${'[2]'.repeat(height)}`
  const type = encoder.encodeType('OrderComponents')
  const nested = type.slice(type.indexOf(')') + 1) // ConsiderationItem, OfferItem: before OrderComponents
  const types = `BulkOrder(${tree} tree)${nested}${type.slice(0, type.indexOf(')') + 1)}`
  return { hash: keccak256(concat([id(types), root])), signature: dataSlice(signature, 0, own) }
}

/** Why a byte string is no ECDSA signature that both Seaport and we accept. */
export type SignatureFault = 'length' | 'recovery-id' | 'malleable' | 'unrecoverable'

export type Recovered = { signer: string } | { fault: SignatureFault }

/**
 * The lower-case address that made a signature over a digest. Takes 65 bytes (r, s, v with v 27 or 28, as Seaport
 * wants it) or the 64 bytes of EIP-2098. A fault of `length` may still be a signature of a contract (EIP-1271).
 */
export function recoverSigner(digest: string, signature: string): Recovered {
  const parsed = parse(signature)
  if ('fault' in parsed) return parsed
  // OB-10: for each signature there is a second one with a high s. Seaport takes both; we take one, so that a
  // signature can't be changed by someone who only saw it.
  if (toBigInt(parsed.s) > HALF_OF_CURVE_ORDER) return { fault: 'malleable' }
  try {
    return { signer: recoverAddress(digest, parsed).toLowerCase() }
  } catch {
    return { fault: 'unrecoverable' }
  }
}

type Parsed = { r: string; s: string; v: 27 | 28 }

function parse(signature: string): Parsed | { fault: SignatureFault } {
  if (!isHexString(signature)) return { fault: 'length' }
  const length = signature.length % 2 === 0 ? dataLength(signature) : 0
  if (length === 65) {
    const v = toNumber(dataSlice(signature, 64))
    if (v !== 27 && v !== 28) return { fault: 'recovery-id' }
    return { r: dataSlice(signature, 0, 32), s: dataSlice(signature, 32, 64), v }
  }
  if (length === 64) {
    const parityAndS = toBigInt(dataSlice(signature, 32))
    const s = parityAndS & ALL_BUT_HIGHEST_BIT
    return { r: dataSlice(signature, 0, 32), s: toBeHex(s, 32), v: s === parityAndS ? 27 : 28 }
  }
  return { fault: 'length' }
}
