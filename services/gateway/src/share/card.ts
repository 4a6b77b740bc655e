import { createHash } from 'node:crypto'

export type Language = 'th' | 'en'

/** What the picture of a shared address shows. Two equal cards are the same picture. */
export type Card = {
  language: Language
  site: string
  /** what stands above the name: the collection of an asset */
  over: string
  name: string
  /** what stands before the price, or in its place */
  caption: string
  price: string | undefined
  /** names of media files, at most four; none: the pattern of the site takes their place */
  pictures: readonly string[]
}

/** Raised when the drawing changes, so that pictures which others have kept are asked for anew. */
const DRAWING = 1

/** The name of a card's picture: it follows from all that is drawn, so it never stands for anything else. */
export function digestOf(card: Card): string {
  const { language, site, over, name, caption, price, pictures } = card
  const drawn = JSON.stringify([DRAWING, language, site, over, name, caption, price ?? null, pictures])
  return createHash('sha256').update(drawn).digest('hex').slice(0, 32)
}
