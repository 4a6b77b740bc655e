import type { Asset, Collection, Price } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { type Card, digestOf, type Language } from './card.ts'
import { drawable } from './lines.ts'

/** What is told of an address when it is shared. Text of strangers is in it: escape it wherever it is written. */
export type Shared = { title: string; description: string; path: string; card: Card; image: string }

const texts = {
  th: {
    price: 'ราคา',
    lastSale: 'ขายล่าสุด',
    notListed: 'ยังไม่ลงขาย',
    suspended: 'ระงับการซื้อขาย',
    collection: (items: string) => `คอลเลกชัน · ${items} ชิ้น`,
    floor: 'ราคาเริ่มต้น',
    noFloor: 'ยังไม่มีชิ้นที่ลงขาย',
    onSale: (name: string, price: string) => `${name} ลงขาย ${price}`,
    listed: (listed: string, floor: string) => `ลงขายอยู่ ${listed} ชิ้น เริ่มต้น ${floor}`,
    site: 'ซื้อขายของสะสมดิจิทัลด้วยเงินบาท เงินของผู้ซื้อพักไว้จนกว่าของจะถึงมือ',
  },
  en: {
    price: 'Price',
    lastSale: 'Last sale',
    notListed: 'Not listed',
    suspended: 'Trading suspended',
    collection: (items: string) => `Collection · ${items} items`,
    floor: 'From',
    noFloor: 'Nothing listed yet',
    onSale: (name: string, price: string) => `${name} for ${price}`,
    listed: (listed: string, floor: string) => `${listed} listed, from ${floor}`,
    site: 'Digital collectibles for baht. The money waits with us until the item has arrived.',
  },
} as const

const LONGEST_TITLE = 120
const baht = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const coins = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const SMALLEST = { baht: 0.01, coin: 0.0001 }
/** What the points are called: other tokens are no baht, whatever their family. */
const BAHT_SYMBOL = 'THB'
const counted = new Intl.NumberFormat('en')

/**
 * WB-9: baht with two decimals, another token with two to four and its symbol; what is too small for them is never shown
 * as nothing. What is shown was never a float on the way.
 */
function priceText({ value, symbol }: Pick<Price, 'value' | 'symbol'>): string {
  const number = value as Intl.StringNumericLiteral
  const isUnder = (least: number) => Number(value) > 0 && Number(value) < least
  if (symbol === BAHT_SYMBOL) return isUnder(SMALLEST.baht) ? `<฿${SMALLEST.baht}` : `฿${baht.format(number)}`
  return `${isUnder(SMALLEST.coin) ? `<${SMALLEST.coin}` : coins.format(number)} ${symbol}`
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1)}…`
}

function shared(kind: 'asset' | 'collection', id: string, about: Omit<Shared, 'image'>): Shared {
  return { ...about, image: `/share/${kind}/${id}/${digestOf(about.card)}.jpg` }
}

/** The name of a media file, of the path by which the asset indexer tells it. */
function fileOf(path: string | null): string[] {
  const file = /^\/media\/([0-9a-f]{64}\.webp)$/.exec(path ?? '')?.[1]
  return file === undefined ? [] : [file]
}

type Site = { language: Language; name: string }

function standing(asset: Asset, text: (typeof texts)[Language]) {
  const { best_price: best, suspended } = asset.dynamic
  const { listings, last_sale: sale } = asset.internal.orders
  if (suspended) return { caption: text.suspended, price: undefined }
  if (best && listings > 0) return { caption: text.price, price: priceText(best.original) }
  if (sale) return { caption: text.lastSale, price: priceText(sale.price) }
  return { caption: text.notListed, price: undefined }
}

/** What an asset's address tells: its name, its collection and what it costs. Nobody who holds it. */
export function sharedAsset(asset: Asset, { language, name: site }: Site): Shared {
  const text = texts[language]
  const { contract, collection, token } = asset
  const number = `#${token.id.slice(0, 12)}`
  const name = short(inLanguage(asset.metadata.name, language)) || number
  const over = short(inLanguage(collection.name, language))
  const { caption, price } = standing(asset, text)
  const onSale = price !== undefined && caption === text.price
  return shared('asset', asset._id, {
    title: over === '' ? name : `${name} · ${over}`,
    description: `${onSale ? text.onSale(name, price) : [caption, price].filter(Boolean).join(' ')} · ${text.site}`,
    path: `/assets/${contract.blockchain}/${contract.address}/${token.id}`,
    card: {
      language,
      site,
      over,
      caption,
      price,
      name: drawable(name) === '' ? number : name,
      // what is suspended is not spread any further
      pictures: asset.dynamic.suspended ? [] : fileOf(asset.image.r800),
    },
  })
}

/** What a collection's address tells: its name, how much is in it and where prices begin. */
export function sharedCollection(
  collection: Collection,
  samples: readonly Asset[],
  { language, name: site }: Site,
): Shared {
  const text = texts[language]
  const { floor, listed } = collection
  const name = short(inLanguage(collection.name, language)) || collection.slug
  const price = floor === null ? undefined : priceText({ value: floor, symbol: BAHT_SYMBOL })
  const pictures = samples
    .filter(({ dynamic }) => !dynamic.suspended)
    .flatMap(({ image }) => fileOf(image.r800))
  const market = price === undefined ? text.noFloor : text.listed(counted.format(listed), price)
  return shared('collection', collection._id, {
    title: name,
    description: `${market} · ${text.site}`,
    path: `/collection/${encodeURIComponent(collection.slug)}`,
    card: {
      language,
      site,
      name,
      price,
      pictures: pictures.slice(0, 4),
      over: text.collection(counted.format(collection.items)),
      caption: price === undefined ? text.noFloor : text.floor,
    },
  })
}
