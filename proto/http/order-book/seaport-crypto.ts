import { ItemType, type OrderComponents, OrderType, ZERO_ADDRESS, ZERO_HASH } from './seaport.ts'

/** A share of the price as the distribution preview tells it; values for the whole order, smallest unit. */
export type PaidShare = { type: 'royalty' | 'service' | 'net'; value: string; recipient: string | null }

export type CryptoOrder = {
  /** `conduit_key` of GET /order/terms */
  conduitKey: string
  /** who signs: the seller of a listing, the buyer of an offer */
  offerer: string
  asset: { address: string; type: 'erc721' | 'erc1155'; tokenId: string }
  /** units, decimal string; '1' for erc721 */
  amount: string
  allowPartial: boolean
  /** address of the price token, an ERC-20 */
  token: string
  /** `distribution` of the preview, for this amount */
  distribution: readonly PaidShare[]
  /** unix seconds, within five minutes of the server's clock (OB-24) */
  start: number
  /** a duration of the terms, in seconds; crypto orders have no grace (OB-25) */
  durationSeconds: number
  /** 0x and 64 hex characters, random */
  salt: string
  /** Seaport's getCounter(offerer), decimal string */
  counter: string
}

/** OB-12: orders in crypto are open, with no zone. */
function frameOf(order: CryptoOrder) {
  const partial = order.asset.type === 'erc1155' && BigInt(order.amount) > 1n && order.allowPartial
  return {
    offerer: order.offerer,
    zone: ZERO_ADDRESS,
    orderType: partial ? OrderType.PARTIAL_OPEN : OrderType.FULL_OPEN,
    startTime: String(order.start),
    endTime: String(order.start + order.durationSeconds),
    zoneHash: ZERO_HASH,
    salt: order.salt,
    conduitKey: order.conduitKey,
    counter: order.counter,
  }
}

function nftOf({ asset, amount }: CryptoOrder) {
  return {
    itemType: asset.type === 'erc1155' ? ItemType.ERC1155 : ItemType.ERC721,
    token: asset.address,
    identifierOrCriteria: asset.tokenId,
    startAmount: amount,
    endAmount: amount,
  }
}

function coinsOf(token: string, value: string) {
  return {
    itemType: ItemType.ERC20,
    token,
    identifierOrCriteria: '0',
    startAmount: value,
    endAmount: value,
  }
}

/** Seaport refuses a payment of nothing. @throws Error where a share names no wallet */
function feesOf({ token, distribution }: CryptoOrder) {
  const fees = distribution.filter(({ type, value }) => type !== 'net' && value !== '0')
  return fees.map(({ value, recipient }) => {
    if (recipient === null) throw new Error('a share of a crypto order without a wallet')
    return { ...coinsOf(token, value), recipient }
  })
}

/** The order that a seller signs to list in crypto: the NFT against its net for the seller, then every fee. */
export function buildCryptoListing(order: CryptoOrder): OrderComponents {
  const net = order.distribution.filter(({ type, value }) => type === 'net' && value !== '0')
  const payments = net.map(({ value }) => ({ ...coinsOf(order.token, value), recipient: order.offerer }))
  return { ...frameOf(order), offer: [nftOf(order)], consideration: [...payments, ...feesOf(order)] }
}

/**
 * The order that a buyer signs to offer: the whole price against the NFT for `recipient`, then every fee, which who
 * accepts pays out of the price.
 */
export function buildOffer(order: CryptoOrder & { recipient: string }): OrderComponents {
  const total = order.distribution.reduce((sum, { value }) => sum + BigInt(value), 0n)
  return {
    ...frameOf(order),
    offer: [coinsOf(order.token, String(total))],
    consideration: [{ ...nftOf(order), recipient: order.recipient }, ...feesOf(order)],
  }
}
