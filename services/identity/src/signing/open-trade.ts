import { ItemType, OrderType } from '@talad/proto/http/order-book/seaport'

type Item = { itemType: number; token: string; startAmount: string; endAmount: string }

/** What of an order says who gets what. */
export type OrderItems = {
  offerer: string
  orderType: number
  offer: readonly Item[]
  consideration: readonly (Item & { recipient: string })[]
}

type Known = { tokens: readonly string[]; collections: readonly string[] }

const OPEN: readonly number[] = [OrderType.FULL_OPEN, OrderType.PARTIAL_OPEN]
const NFTS: readonly number[] = [ItemType.ERC721, ItemType.ERC1155]

/**
 * OB-12: an order in a token: one NFT of a known collection for a known token. The offerer of an NFT gets at least half
 * of the price, as all fees together are at most 50 percent (OB-31); who offers tokens gets the NFT.
 */
export function isOpenTrade({ tokens, collections }: Known, order: OrderItems): boolean {
  const isSteady = ({ startAmount, endAmount }: Item) => startAmount === endAmount
  const isMoney = (item: Item) =>
    item.itemType === ItemType.ERC20 && isSteady(item) && tokens.includes(item.token.toLowerCase())
  const isNft = (item: Item) =>
    NFTS.includes(item.itemType) && isSteady(item) && collections.includes(item.token.toLowerCase())
  const toOfferer = ({ recipient }: { recipient: string }) =>
    recipient.toLowerCase() === order.offerer.toLowerCase()

  const [offered, ...others] = order.offer
  if (!offered || others.length > 0 || !OPEN.includes(order.orderType)) return false
  const sum = (items: readonly Item[]) => items.reduce((total, item) => total + BigInt(item.startAmount), 0n)
  if (isNft(offered)) {
    const own = sum(order.consideration.filter(toOfferer))
    const [first] = order.consideration
    const isOneToken = order.consideration.every(
      (item) => isMoney(item) && item.token.toLowerCase() === first?.token.toLowerCase(),
    )
    return isOneToken && own > 0n && own * 2n >= sum(order.consideration)
  }
  const wanted = order.consideration.filter(isNft)
  const fees = order.consideration.filter((item) => !isNft(item))
  const isFee = (item: Item) => isMoney(item) && item.token.toLowerCase() === offered.token.toLowerCase()
  return isMoney(offered) && wanted.length === 1 && wanted.every(toOfferer) && fees.every(isFee)
}
