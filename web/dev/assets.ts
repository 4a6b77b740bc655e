import { type CollectionKey, collections, tokenOf } from '@talad/demo/collections'
import { metadata } from '@talad/demo/metadata'
import type { Asset, collection } from '@talad/proto/http/asset-indexer/assets'
import type { z } from 'zod'
import {
  began,
  contractRefOf,
  events,
  hex,
  holdersOf,
  kindOf,
  type Listing,
  nameOf,
  orders,
  type Piece,
  pictureOf,
  pieces,
  summaryOf,
  thb,
  walletOf,
} from './world.ts'

const shown = (key: CollectionKey, type: string, value: string | number) =>
  tokenCount(key, ({ attributes }) =>
    attributes.some((trait) => trait.trait_type === type && trait.value === value),
  )

function tokenCount(key: CollectionKey, is: (found: ReturnType<typeof metadata>) => boolean): number {
  return pieces.filter((piece) => piece.key === key && is(metadata(key, piece.tokenId))).length
}

export function openOrdersOf(piece: Piece): Listing[] {
  return orders.filter((listing) => listing.open && nameOf(listing.piece) === nameOf(piece))
}

function lastSaleOf(piece: Piece) {
  const found = events.find(({ type, asset }) => type === 'sale' && asset.id === hex(24, nameOf(piece)))
  const price = found?.sale?.price
  return found && price ? { price, block: '1000', time: found.time } : null
}

export function assetOf(piece: Piece): Asset {
  const { name, description, attributes } = metadata(piece.key, piece.tokenId)
  const { supply } = tokenOf(piece.key, piece.tokenId)
  const holders = holdersOf(piece)
  const total = pieces.filter(({ key }) => key === piece.key).length
  const unitPrices = openOrdersOf(piece).map(
    ({ order }) => BigInt(order.basic.price.value) / BigInt(order.basic.asset.amount),
  )
  const best = unitPrices.sort((a, b) => Number(a - b))[0]
  const ready = { state: 'ready' as const, synced_at: new Date(began).toISOString(), error: null }
  const [owner] = holders
  return {
    _id: hex(24, nameOf(piece)),
    contract: contractRefOf(piece.key),
    collection: summaryOf(piece.key),
    token: { id: String(piece.tokenId), number: piece.tokenId, abstract: null },
    metadata: {
      name,
      description,
      image: null,
      external_url: null,
      attributes: attributes.map((trait) => {
        const count = shown(piece.key, trait.trait_type, trait.value)
        const percent = (count / total) * 100
        return {
          trait_type: trait.trait_type,
          value: String(trait.value),
          display_type: trait.display_type ?? null,
          count,
          percent,
          rarity: 100 / percent,
          star: false,
        }
      }),
    },
    image: { source: null, mime: 'image/svg+xml', r360: pictureOf(piece), r800: pictureOf(piece) },
    media: null,
    recent: {
      owner: kindOf(piece.key) === 'erc721' && owner ? walletOf(owner[0]) : null,
      supply: String(supply),
      block: '1000',
    },
    internal: {
      metadata: ready,
      image: ready,
      holders_count: holders.length,
      holders: [],
      orders: {
        listings: unitPrices.length,
        offers: 0,
        inactives: 0,
        for_sale: String(openOrdersOf(piece).reduce((sum, { order }) => sum + Number(order.fill.left), 0)),
        last_sale: lastSaleOf(piece),
      },
      utility_usage: 0,
      rarity_score: attributes.length * 12.5,
    },
    dynamic: {
      best_price: best === undefined ? null : { original: thb(best), converted: String(best) },
      own_price: null,
      issuer: null,
      suspended: false,
      tradable: true,
    },
  }
}

export function collectionOf(key: CollectionKey): z.output<typeof collection> {
  const found = collections.find((one) => one.key === key)
  const own = pieces.filter((piece) => piece.key === key)
  const prices = own.flatMap((piece) => assetOf(piece).dynamic.best_price?.original.value ?? [])
  const sold = events.filter(({ type, asset }) => type === 'sale' && asset.collection.id === hex(24, key))
  const { id, ...summary } = summaryOf(key)
  return {
    _id: id,
    ...summary,
    description: found ? `${found.description.th}\n\n${found.description.en}` : '',
    creator: walletOf('artist'),
    contract: contractRefOf(key),
    image: pictureOf({ key, tokenId: found?.coverToken ?? 1 }),
    items: own.length,
    owners: new Set(own.flatMap((piece) => holdersOf(piece).map(([owner]) => owner))).size,
    listed: prices.length,
    floor: prices.length === 0 ? null : String(Math.min(...prices.map(Number))),
    volume: String(sold.reduce((sum, { sale }) => sum + Number(sale?.price?.value ?? 0), 0)),
    suspended: false,
    verification: { state: 'none', checks: [], at: null },
  }
}
