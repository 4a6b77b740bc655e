import { type CollectionKey, collectionOf, collections } from './collections.ts'
import type { PersonKey } from './people.ts'

/** Pieces of one token that somebody holds when the demonstration starts. */
export interface Holding {
  collection: CollectionKey
  tokenId: number
  owner: PersonKey
  /** Pieces: always 1 for ERC-721. */
  quantity: number
}

/** A listing made while seeding, and who buys it at once, if anybody. */
export interface PlannedListing {
  collection: CollectionKey
  tokenId: number
  seller: PersonKey
  /** Pieces listed in one order. */
  quantity: number
  /** Price of the whole order in whole baht (100 points each); at least 20, divisible by the quantity. */
  priceThb: bigint
  buyer?: PersonKey
}

const owners: Record<'betta' | 'lantern', Partial<Record<PersonKey, readonly number[]>>> = {
  betta: {
    seller: [1, 2, 3, 4, 7, 9, 11, 18, 22],
    collector: [5, 6, 12, 15, 20, 23],
    buyer: [8],
    newcomer: [16],
  },
  lantern: { seller: [1, 5, 8, 10, 13, 19], collector: [4, 12, 17, 21], buyer: [15], newcomer: [9] },
}

/** Pieces per kind which the artist has given away; the artist keeps the rest. */
const tickets: readonly Omit<Holding, 'collection'>[] = [
  { tokenId: 1, owner: 'seller', quantity: 12 },
  { tokenId: 1, owner: 'collector', quantity: 4 },
  { tokenId: 3, owner: 'seller', quantity: 20 },
  { tokenId: 4, owner: 'seller', quantity: 6 },
  { tokenId: 5, owner: 'newcomer', quantity: 2 },
  { tokenId: 5, owner: 'buyer', quantity: 3 },
  { tokenId: 8, owner: 'collector', quantity: 5 },
  { tokenId: 9, owner: 'seller', quantity: 8 },
  { tokenId: 10, owner: 'collector', quantity: 3 },
  { tokenId: 11, owner: 'collector', quantity: 4 },
  { tokenId: 12, owner: 'collector', quantity: 1 },
]

function ownerOf(collection: 'betta' | 'lantern', tokenId: number): PersonKey {
  const given: [PersonKey, readonly number[] | undefined][] = [
    ['seller', owners[collection].seller],
    ['collector', owners[collection].collector],
    ['buyer', owners[collection].buyer],
    ['newcomer', owners[collection].newcomer],
  ]
  return given.find(([, ids]) => ids?.includes(tokenId))?.[0] ?? 'artist'
}

function ticketHoldings(): Holding[] {
  return collectionOf('ticket').tokens.flatMap(({ id, supply }) => {
    const given = tickets.filter(({ tokenId }) => tokenId === id)
    const kept = supply - given.reduce((sum, { quantity }) => sum + quantity, 0)
    return [...given, { tokenId: id, owner: 'artist' as const, quantity: kept }].map((holding): Holding => {
      return { collection: 'ticket', ...holding }
    })
  })
}

/** Who holds what when the demonstration starts: every piece of every token, once. */
export const holdings: readonly Holding[] = [
  ...(['betta', 'lantern'] as const).flatMap((collection) =>
    collectionOf(collection).tokens.map(({ id }): Holding => {
      return { collection, tokenId: id, owner: ownerOf(collection, id), quantity: 1 }
    }),
  ),
  ...ticketHoldings(),
]

/** The listings of the first screen. Those with a buyer are bought while seeding and become sales. */
export const listings: readonly PlannedListing[] = [
  { collection: 'betta', tokenId: 1, seller: 'seller', quantity: 1, priceThb: 1_250n },
  { collection: 'betta', tokenId: 3, seller: 'seller', quantity: 1, priceThb: 890n },
  { collection: 'betta', tokenId: 9, seller: 'seller', quantity: 1, priceThb: 420n },
  { collection: 'betta', tokenId: 7, seller: 'seller', quantity: 1, priceThb: 650n, buyer: 'buyer' },
  { collection: 'betta', tokenId: 18, seller: 'seller', quantity: 1, priceThb: 990n, buyer: 'collector' },
  { collection: 'betta', tokenId: 5, seller: 'collector', quantity: 1, priceThb: 4_900n },
  { collection: 'betta', tokenId: 6, seller: 'collector', quantity: 1, priceThb: 2_790n },
  { collection: 'betta', tokenId: 12, seller: 'collector', quantity: 1, priceThb: 1_690n },
  { collection: 'betta', tokenId: 10, seller: 'artist', quantity: 1, priceThb: 1_500n },
  { collection: 'betta', tokenId: 24, seller: 'artist', quantity: 1, priceThb: 1_150n, buyer: 'collector' },
  { collection: 'lantern', tokenId: 1, seller: 'seller', quantity: 1, priceThb: 790n },
  { collection: 'lantern', tokenId: 8, seller: 'seller', quantity: 1, priceThb: 350n },
  { collection: 'lantern', tokenId: 13, seller: 'seller', quantity: 1, priceThb: 290n, buyer: 'buyer' },
  { collection: 'lantern', tokenId: 12, seller: 'collector', quantity: 1, priceThb: 3_600n },
  { collection: 'lantern', tokenId: 4, seller: 'collector', quantity: 1, priceThb: 1_090n },
  { collection: 'lantern', tokenId: 3, seller: 'artist', quantity: 1, priceThb: 560n },
  { collection: 'lantern', tokenId: 7, seller: 'artist', quantity: 1, priceThb: 620n },
  { collection: 'lantern', tokenId: 20, seller: 'artist', quantity: 1, priceThb: 480n, buyer: 'seller' },
  { collection: 'ticket', tokenId: 1, seller: 'seller', quantity: 3, priceThb: 270n },
  { collection: 'ticket', tokenId: 3, seller: 'seller', quantity: 5, priceThb: 150n },
  { collection: 'ticket', tokenId: 9, seller: 'seller', quantity: 2, priceThb: 240n, buyer: 'buyer' },
  { collection: 'ticket', tokenId: 11, seller: 'collector', quantity: 1, priceThb: 450n },
  { collection: 'ticket', tokenId: 5, seller: 'artist', quantity: 4, priceThb: 100n },
  { collection: 'ticket', tokenId: 10, seller: 'artist', quantity: 1, priceThb: 690n },
  { collection: 'ticket', tokenId: 12, seller: 'artist', quantity: 1, priceThb: 9_900n },
]

/** How many assets the demonstration shows: kinds count once. */
export const assetCount = collections.reduce((sum, { tokens }) => sum + tokens.length, 0)
