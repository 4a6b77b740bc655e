import { bettaBanner, lanternBanner, ticketBanner } from './banners.ts'
import { bettaPicture } from './betta.ts'
import { bettaTokens } from './betta-tokens.ts'
import { type CollectionKey, collectionOf } from './collections.ts'
import { lanternPicture } from './lantern.ts'
import { lanternTokens } from './lantern-tokens.ts'
import { ticketPicture } from './ticket.ts'
import { ticketTokens } from './ticket-tokens.ts'
import type { DrawnToken } from './token.ts'

function drawing<Look>(tokens: readonly DrawnToken<Look>[], draw: (look: Look, seed: string) => string) {
  return (key: CollectionKey, tokenId: number): string => {
    const token = tokens.find(({ id }) => id === tokenId)
    if (token === undefined) throw new RangeError(`collection ${key} has no token ${tokenId}`)
    return draw(token.look, `${key} ${tokenId}`)
  }
}

const drawings: Record<CollectionKey, (key: CollectionKey, tokenId: number) => string> = {
  betta: drawing(bettaTokens, bettaPicture),
  lantern: drawing(lanternTokens, lanternPicture),
  ticket: drawing(ticketTokens, ticketPicture),
}

const banners: Record<CollectionKey, () => string> = {
  betta: bettaBanner,
  lantern: lanternBanner,
  ticket: ticketBanner,
}

/** The picture of a token: SVG, 800×800, self-contained. Throws RangeError for an unknown token. */
export function picture(key: CollectionKey, tokenId: number): string {
  return drawings[key](key, tokenId)
}

/** The wide picture of a collection: SVG, 1600×500. */
export function banner(key: CollectionKey): string {
  return banners[key]()
}

/** The square picture of a collection: the one of its cover token. */
export function cover(key: CollectionKey): string {
  return picture(key, collectionOf(key).coverToken)
}
