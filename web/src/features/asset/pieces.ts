import type { Price } from '@talad/proto/http/asset-indexer/assets'
import type { CardAsset } from './api/assets.ts'

/** What a card says of a token of many units; nothing of one that there is only one of. */
export function piecesOf(
  { contract, internal }: CardAsset,
  ofWallet: boolean,
): { text: 'card.held' | 'card.left'; amount: string } | undefined {
  if (contract.type !== 'erc1155') return undefined
  if (ofWallet) {
    const held = internal.holders.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
    return { text: 'card.held', amount: String(held) }
  }
  const { for_sale: left } = internal.orders
  return left === '0' ? undefined : { text: 'card.left', amount: left }
}

/** The price of one piece on a card: in a wallet its own, and not what another one asks for the like. */
export function priceShown({ dynamic }: CardAsset, ofWallet: boolean): Price | undefined {
  return (ofWallet ? dynamic.own_price : dynamic.best_price?.original) ?? undefined
}

const BAHT = 'THB'

/** About how many baht the price of a card is that stands in another currency (OB-37). */
export function aboutBaht({ dynamic }: CardAsset, ofWallet: boolean): string | undefined {
  const best = ofWallet ? null : dynamic.best_price
  if (!best?.converted || best.original.symbol === BAHT) return undefined
  // a token that stands for baht needs no rate; of others the rate may be that of the comparison (`cv`)
  if (best.original.family !== 'thb' && best.converted === best.original.value) return undefined
  return best.converted
}
