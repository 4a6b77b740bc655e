import type { Asset, Collection, Price } from '@talad/proto/http/asset-indexer/assets'

export const ADDRESS = `0x${'ab'.repeat(20)}`
export const ASSET = 'a'.repeat(24)
export const COLLECTION = 'c'.repeat(24)
const MEDIA = `/media/${'1'.repeat(64)}.webp`
const HOLDER = `0x${'99'.repeat(20)}`

const contract = { blockchain: 'jfin', address: ADDRESS, type: 'erc721' } as const
const sync = { state: 'ready', synced_at: null, error: null } as const

/** An asset as the asset indexer answers it. @param about price in baht; undefined: not on sale */
export function asset(about: {
  id?: string
  name: string
  price: string | undefined
  suspended?: boolean
}): Asset {
  const { id = ASSET, name, price, suspended = false } = about
  const original: Price = {
    token_address: ADDRESS,
    symbol: 'THB',
    raw: '1',
    decimals: 2,
    family: 'thb',
    value: price ?? '0',
  }
  return {
    _id: id,
    contract,
    collection: { id: COLLECTION, slug: 'siam', name: 'ปลากัดสยาม · Siam Betta' },
    token: { id: '7', number: 7, abstract: null },
    metadata: { name, description: 'text', image: null, external_url: null, attributes: [] },
    image: { source: null, mime: 'image/png', r360: MEDIA, r800: MEDIA },
    media: null,
    recent: { owner: HOLDER, supply: '1', block: '1' },
    internal: {
      metadata: sync,
      image: sync,
      holders_count: 1,
      holders: [],
      utility_usage: 0,
      rarity_score: 0,
      orders: {
        listings: price === undefined ? 0 : 1,
        offers: 0,
        inactives: 0,
        for_sale: '1',
        last_sale: null,
      },
    },
    dynamic: {
      best_price: price === undefined ? null : { original, converted: price },
      own_price: null,
      issuer: null,
      suspended,
      tradable: !suspended,
    },
  }
}

export function collection({ floor }: { floor: string | null }): Collection {
  return {
    _id: COLLECTION,
    slug: 'siam',
    name: 'ปลากัดสยาม · Siam Betta',
    contract,
    image: MEDIA,
    description: '',
    creator: null,
    items: 26,
    owners: 5,
    listed: 3,
    floor,
    volume: '0',
    suspended: false,
    verification: { state: 'none', checks: [], at: null },
  }
}
