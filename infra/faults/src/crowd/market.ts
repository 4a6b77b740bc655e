import type { Run } from '@talad/dev/run-file'
import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import type { Person } from '@talad/dev/seed/site'
import { type Order, type OrderTerms, orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { Good } from './goods.ts'
import { onceKnown, sideBySide } from './patient.ts'

/** What the market answers until it has heard of a new token, its approval and its owner. */
const UNHEARD_OF = ['asset_not_found', 'invalid_offerer', 'nft_not_approved', 'insufficient_nft']

/** One thing for sale, and by whom. */
export type Offer = { order: Order; good: Good; seller: Person; priceSatang: bigint }

/** A listing of the run, and who buys it, once somebody does. */
export type Sale = Offer & {
  buyer?: Person
  /** its token was also moved past the market */
  moved?: boolean
}

/**
 * Lists a token through the site, signed with the seller's own key. One signature, one order, however often the call
 * has to be repeated.
 * @param knownWithinMs how long the market may take to hear of the token; two minutes by default
 */
export async function offerGood(
  run: Run,
  seller: Person,
  good: Good,
  priceSatang: bigint,
  knownWithinMs?: number,
): Promise<Offer> {
  const terms: OrderTerms = await seller.call(orderBookHttp.orderTerms, {})
  const { contract, type, tokenId } = good
  const wish = { contract, type, tokenId, amount: 1n, priceSatang }
  const components = await draftListing(run, seller, terms, wish)
  const signature = await signWithKey(run, seller)(components)
  const order = await onceKnown(
    UNHEARD_OF,
    async () => {
      const body = await putBody({ run, person: seller, terms, wish, components, signature })
      const idempotencyKey = body.order.hash.slice(2) // 64 characters, as many as a key may have
      return (await seller.call(orderBookHttp.putOrder, { body }, { idempotencyKey })).order
    },
    knownWithinMs,
  )
  return { order, good, seller, priceSatang }
}

/**
 * Lists many tokens. LIMIT_ORDERS_PER_CUSTOMER of the order book has to allow so many for each seller.
 * @param priceOf satang of the token at this place
 */
export function offerGoods(
  run: Run,
  sellers: readonly Person[],
  goods: readonly Good[],
  priceOf: (index: number) => bigint,
  atOnce = 8,
): Promise<Offer[]> {
  const byAddress = new Map(sellers.map((seller) => [seller.address, seller]))
  return sideBySide(goods, atOnce, async (good, index) => {
    const seller = byAddress.get(good.owner)
    if (!seller) throw new Error(`the owner of ${good.tokenId} is not among the sellers`)
    return offerGood(run, seller, good, priceOf(index))
  })
}
