import { readFileSync } from 'node:fs'
import { type CollectionKey, collectionOf, tokenOf } from './collections.ts'

const fileOf = (key: CollectionKey, name: string) => new URL(`../files/${key}/${name}`, import.meta.url)

/** The picture of a token: SVG, 800×800, self-contained. Throws RangeError for an unknown token. */
export function picture(key: CollectionKey, tokenId: number): string {
  return readFileSync(fileOf(key, `${tokenOf(key, tokenId).id}.svg`), 'utf8')
}

/** The wide picture of a collection: SVG, 1600×500. */
export function banner(key: CollectionKey): string {
  return readFileSync(fileOf(key, 'banner.svg'), 'utf8')
}

/** The square picture of a collection: the one of its cover token. */
export function cover(key: CollectionKey): string {
  return picture(key, collectionOf(key).coverToken)
}

/** Whether a token has a sound besides its picture: the ticket of the golden bell rings. */
export const hasSound = (key: CollectionKey, tokenId: number): boolean => key === 'ticket' && tokenId === 12

/** The sound of a token: a WAV file. */
export function sound(key: CollectionKey, tokenId: number): Uint8Array {
  return readFileSync(fileOf(key, `${tokenId}.wav`))
}
