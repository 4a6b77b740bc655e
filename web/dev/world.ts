import { type CollectionKey, collections } from '@talad/demo/collections'
import { metadata } from '@talad/demo/metadata'
import { type PersonKey, people } from '@talad/demo/people'
import { holdings, listings } from '@talad/demo/plan'
import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import { buildShipperListing, toParameters, ZERO_HASH } from '@talad/proto/http/order-book/seaport'

/** A marketplace of made-up facts for the development server: the demonstration's plan as the contracts tell it. */

export const CHAIN = 'jfin'
const SELLER_SHARE = 95n
const HOUR_MS = 3_600_000
export const began = Date.now()

export function hex(length: number, seed: string): string {
  let state = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 1) >>> 0
    text += state.toString(16).padStart(8, '0')
  }
  return text.slice(0, length)
}

export const walletOf = (key: PersonKey) => `0x${hex(40, `wallet ${key}`)}`
const contractOf = (key: CollectionKey) => `0x${hex(40, `contract ${key}`)}`
export const customerOf = (key: PersonKey) => `join-${people.find((person) => person.key === key)?.joinId}`
const POINT_TOKEN = `0x${hex(40, 'points')}`

export const terms = {
  blockchain: CHAIN,
  chain_id: 3501,
  seaport: `0x${hex(40, 'seaport')}`,
  seaport_version: '1.5',
  zone: `0x${hex(40, 'zone')}`,
  conduit_key: ZERO_HASH,
  treasury: `0x${hex(40, 'treasury')}`,
  point_token: { address: POINT_TOKEN, symbol: 'THB', decimals: 2 },
  minimum_price: '20',
  maximum_price: '1999999',
  durations: Object.entries({
    '1h': 3600,
    '1d': 86_400,
    '7d': 604_800,
    '1m': 2_592_000,
    '6m': 15_552_000,
  }).map(([label, seconds]) => ({ label, seconds })),
  default_duration: '6m',
  tokens: [
    {
      address: POINT_TOKEN,
      symbol: 'THB',
      decimals: 2,
      family: 'thb',
      shipper: true,
      minimum_list: '20',
      minimum_offer: null,
      maximum: '1999999',
    },
  ],
  offers_enabled: true,
  offer_durations: [{ label: '1m', seconds: 2_592_000 }],
  default_offer_duration: '1m',
  maximum_offer_amount: 999,
  grace_seconds: 3600,
  start_tolerance_seconds: 300,
  minimum_join_kyc_level: 2,
  limits: { orders_per_customer: 50, orders_per_asset: 5 },
}

export function thb(baht: bigint) {
  return {
    token_address: POINT_TOKEN,
    symbol: 'THB',
    raw: String(baht * 100n),
    value: String(baht),
    family: 'thb' as const,
    decimals: 2,
  }
}

export type Piece = { key: CollectionKey; tokenId: number }
export const pieces: Piece[] = collections.flatMap(({ key, tokens }) =>
  tokens.map(({ id }): Piece => ({ key, tokenId: id })),
)

/** quantity by owner of each token; purchases change it */
const owned = new Map<string, Map<PersonKey, number>>()
export const nameOf = ({ key, tokenId }: Piece) => `${key}/${tokenId}`
for (const { collection: key, tokenId, owner, quantity } of holdings) {
  const of = owned.get(nameOf({ key, tokenId })) ?? new Map<PersonKey, number>()
  owned.set(nameOf({ key, tokenId }), of.set(owner, quantity))
}

export function holdersOf(piece: Piece): [PersonKey, number][] {
  return [...(owned.get(nameOf(piece)) ?? [])].filter(([, quantity]) => quantity > 0)
}

export function move(piece: Piece, from: PersonKey, to: PersonKey, quantity: number) {
  const of = owned.get(nameOf(piece))
  of?.set(from, (of.get(from) ?? 0) - quantity)
  of?.set(to, (of.get(to) ?? 0) + quantity)
}

export type Listing = { piece: Piece; seller: PersonKey; order: Order; open: boolean }

export function kindOf(key: CollectionKey) {
  return collections.find((found) => found.key === key)?.kind ?? 'erc721'
}
export const contractRefOf = (key: CollectionKey) => ({
  blockchain: CHAIN,
  address: contractOf(key),
  type: kindOf(key),
})

export function pieceAt(address: string, tokenId: string): Piece | undefined {
  return pieces.find(
    (piece) => contractOf(piece.key) === address.toLowerCase() && piece.tokenId === Number(tokenId),
  )
}

export function makeListing(
  piece: Piece,
  seller: PersonKey,
  quantity: number,
  priceThb: bigint,
  at: number,
): Listing {
  const asset = { address: contractOf(piece.key), type: kindOf(piece.key), tokenId: String(piece.tokenId) }
  const raw = String(priceThb * 100n)
  const seed = `${nameOf(piece)} ${seller} ${at}`
  const start = Math.floor(at / 1000)
  const components = buildShipperListing({
    terms,
    offerer: walletOf(seller),
    asset,
    amount: String(quantity),
    allowPartial: quantity > 1,
    totalRaw: raw,
    start,
    durationSeconds: 15_552_000,
    salt: `0x${hex(64, seed)}`,
    counter: '0',
  })
  const service = (BigInt(raw) * (100n - SELLER_SHARE)) / 100n
  const order: Order = {
    _id: hex(24, seed),
    blockchain: CHAIN,
    order: { parameters: toParameters(components), signature: '0x' },
    version: '1.5',
    hash: `0x${hex(64, `hash ${seed}`)}`,
    type: 'list',
    status: 'offchain',
    fill: {
      amount: '0',
      total: String(quantity),
      left: String(quantity),
      available: String(quantity),
      percent: 0,
      last_tx: null,
    },
    basic: {
      asset: {
        contract: contractRefOf(piece.key),
        token: { id: String(piece.tokenId) },
        amount: String(quantity),
        id: hex(24, nameOf(piece)),
        collection_id: hex(24, piece.key),
        name: metadata(piece.key, piece.tokenId).name,
        image: pictureOf(piece),
      },
      price: {
        token: terms.point_token,
        raw,
        value: String(priceThb),
        text: String(priceThb),
        family: 'thb',
        converted: { family: 'thb', value: `${priceThb}.00`, at: null },
      },
    },
    offerer: walletOf(seller),
    counterparty: null,
    recipient: null,
    shipping: {
      offerer_customer_id: customerOf(seller),
      distribution: [
        {
          customer_id: null,
          type: 'service',
          unit: 'ft_thb',
          value: String(service),
          percent: 5,
          recipient: null,
        },
        {
          recipient: null,
          customer_id: customerOf(seller),
          type: 'net',
          unit: 'ft_thb',
          value: String(BigInt(raw) - service),
          percent: 95,
        },
      ],
    },
    crypto: null,
    shipped: { amount: '0', shippings: 0, until: null },
    time: { start, end: start + 15_552_000, duration: 15_552_000 },
    txs: [],
    restricted: true,
    partial: quantity > 1,
    inactive: false,
    inactive_reasons: [],
    cancelling: false,
    expired: false,
    created_at: new Date(at).toISOString(),
    actions: [],
  }
  return { piece, seller, order, open: true }
}

export const orders: Listing[] = []
export const events: ActivityEvent[] = []

export const pictureOf = ({ key, tokenId }: Piece) => `/media/${key}-${tokenId}.svg`

export function summaryOf(key: CollectionKey) {
  const found = collections.find((one) => one.key === key)
  const name = found ? `${found.name.th} · ${found.name.en}` : key
  return { id: hex(24, key), slug: found?.slug ?? key, name }
}

type Told = Pick<ActivityEvent, 'type'> & Partial<Pick<ActivityEvent, 'transfer' | 'order' | 'sale'>>

const transactionAt = (at: number) => {
  return { hash: `0x${hex(64, `${at}`)}`, block: `${1000 + events.length}`, log_index: 0 }
}

export function tell(piece: Piece, at: number, told: Told) {
  events.unshift({
    _id: hex(24, `${nameOf(piece)} ${at} ${told.type}`),
    time: new Date(at).toISOString(),
    contract: contractRefOf(piece.key),
    token: { id: String(piece.tokenId) },
    asset: {
      id: hex(24, nameOf(piece)),
      name: metadata(piece.key, piece.tokenId).name,
      r360: pictureOf(piece),
      collection: summaryOf(piece.key),
    },
    transfer: null,
    order: null,
    sale: null,
    transaction: told.type === 'list' ? null : transactionAt(at),
    ...told,
  })
}

export function tellListed({ piece, seller, order, open }: Listing, at: number) {
  tell(piece, at, {
    type: 'list',
    order: {
      id: order._id,
      hash: order.hash,
      type: 'list',
      offerer: walletOf(seller),
      amount: order.basic.asset.amount,
      price: thb(BigInt(order.basic.price.value) / BigInt(order.basic.asset.amount)),
      ends: new Date(order.time.end * 1_000).toISOString(),
      open,
    },
  })
}

export function tellSold({ piece, seller, order }: Listing, buyer: PersonKey, at: number) {
  tell(piece, at, {
    type: 'sale',
    sale: {
      order_hash: order.hash,
      seller: walletOf(seller),
      buyer: walletOf(buyer),
      amount: order.basic.asset.amount,
      shipper: true,
      price: thb(BigInt(order.basic.price.value)),
    },
  })
}

for (const [index, { collection: key, tokenId, seller, quantity, priceThb, buyer }] of listings.entries()) {
  const at = began - (listings.length - index) * HOUR_MS * 2
  const listing = makeListing({ key, tokenId }, seller, quantity, priceThb, at)
  orders.push(listing)
  tellListed(listing, at)
  if (buyer === undefined) continue
  listing.open = false
  move(listing.piece, seller, buyer, quantity)
  tellSold(listing, buyer, at + HOUR_MS)
}
events.sort((a, b) => b.time.localeCompare(a.time))
