import bettaTokens from '../tokens/betta.json' with { type: 'json' }
import lanternTokens from '../tokens/lantern.json' with { type: 'json' }
import ticketTokens from '../tokens/ticket.json' with { type: 'json' }
import { demonstrationCid } from './cid.ts'
import type { Label, Token } from './token.ts'

/** The collections by short name, in the order of deployment. */
export const collectionKeys = ['betta', 'lantern', 'ticket'] as const

export type CollectionKey = (typeof collectionKeys)[number]

/** A demonstration collection. Its pictures are in `files`; addresses come from deployment. */
export interface Collection {
  key: CollectionKey
  /** The marketplace's own name in addresses: a-z, 0-9 and _. */
  slug: string
  kind: 'erc721' | 'erc1155'
  symbol: string
  name: Label
  description: Label
  /** The folder on IPFS that holds the metadata and the pictures. */
  cid: string
  /** Wide and square pictures of the collection, as ipfs:// addresses. */
  banner: string
  cover: string
  /** The token whose picture is the cover. */
  coverToken: number
  tokens: readonly Token[]
}

function withFolder(collection: Omit<Collection, 'cid' | 'banner' | 'cover'>): Collection {
  const cid = demonstrationCid(collection.key)
  return { ...collection, cid, banner: `ipfs://${cid}/banner.svg`, cover: `ipfs://${cid}/cover.svg` }
}

const all: Record<CollectionKey, Collection> = {
  betta: withFolder({
    key: 'betta',
    slug: 'siam_betta',
    kind: 'erc721',
    symbol: 'BETTA',
    name: { th: 'ปลากัดสยาม', en: 'Siam Betta' },
    description: {
      th: 'ปลากัดยี่สิบหกตัว วาดขึ้นด้วยโค้ดทีละเกล็ด ครีบ สี และสายน้ำของแต่ละตัวไม่ซ้ำกัน',
      en: 'Twenty-six fighting fish, drawn scale by scale in code; no two share their fins, colour and water.',
    },
    coverToken: 22,
    tokens: bettaTokens,
  }),
  lantern: withFolder({
    key: 'lantern',
    slug: 'lanna_lanterns',
    kind: 'erc721',
    symbol: 'KHOM',
    name: { th: 'โคมล้านนา', en: 'Lanna Lanterns' },
    description: {
      th: 'โคมยี่สิบสองดวงเหนือแผ่นดินล้านนา แต่ละดวงถือคำอธิษฐานของตัวเองขึ้นสู่ฟ้า',
      en: 'Twenty-two lanterns over the northern hills, each of which carries one wish into the night.',
    },
    coverToken: 1,
    tokens: lanternTokens,
  }),
  ticket: withFolder({
    key: 'ticket',
    slug: 'temple_fair_tickets',
    kind: 'erc1155',
    symbol: 'NGANWAT',
    name: { th: 'ตั๋วงานวัด', en: 'Temple Fair Tickets' },
    description: {
      th: 'ตั๋วสิบสองแบบจากงานวัดในความทรงจำ ตั้งแต่ชิงช้าสวรรค์ถึงระฆังทอง ยิ่งพิมพ์น้อยยิ่งหายาก',
      en: 'Twelve tickets from a remembered temple fair, from the Ferris wheel to the golden bell.',
    },
    coverToken: 1,
    tokens: ticketTokens,
  }),
}

/** The three collections, in the order in which they are deployed. */
export const collections: readonly Collection[] = collectionKeys.map((key) => all[key])

/** The collection with that key. */
export function collectionOf(key: CollectionKey): Collection {
  return all[key]
}

/** The token with that id. Throws RangeError when the collection has none. */
export function tokenOf(key: CollectionKey, tokenId: number): Token {
  const token = all[key].tokens.find(({ id }) => id === tokenId)
  if (token === undefined) throw new RangeError(`collection ${key} has no token ${tokenId}`)
  return token
}
