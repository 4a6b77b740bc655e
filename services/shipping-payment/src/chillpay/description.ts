import { wellFormed } from '@talad/shared/text'

/** How much the provider takes. */
const MOST = 100
/** Signs, emoji, control characters and whatever is past the first plane: old systems between us and a bank lose those. */
const UNTOLD = /[^\p{L}\p{M}\p{N}\p{P}\p{Zs}]|[\u{10000}-\u{10FFFF}]/gu

/**
 * What the provider is told of a purchase: what is bought and its number, or the number alone.
 * @param name text of a stranger; undefined while it isn't known
 */
export function descriptionOf(shippingId: string, name = ''): string {
  const number = `Talad ${shippingId}`
  const most = MOST - number.length - ' ()'.length
  const told = wellFormed(name.replaceAll(UNTOLD, ' ').replaceAll(/\s+/g, ' ').trim(), most).trim()
  return told === '' ? number : `${told} (${number})`
}
