import { z } from 'zod'

/**
 * The door by which text of strangers comes in, before it is stored or compared: lone surrogates and NUL, which Postgres
 * and JSON refuse, become U+FFFD, and what is longer than `max` characters is cut, never through one.
 */
export function wellFormed(text: string, max: number): string {
  const clean = text
    .slice(0, max * 2) // a character takes one unit or two: no more can be needed
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
  if (clean.length <= max) return clean
  let end = 0
  for (let count = 0; count < max && end < clean.length; count++)
    end += (clean.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return clean.slice(0, end)
}

/**
 * Thai in one form: nikhahit with aa is sara am behind its tone mark, wherever that was typed, and two sara e are sara ae.
 * For whatever is compared.
 */
export function thaiForm(text: string): string {
  return text
    .replaceAll('\u0e40\u0e40', '\u0e41')
    .replace(/\u0e4d([\u0e47-\u0e4c\u0e4e]*)\u0e32/g, '$1\u0e33')
    .replace(/\u0e33([\u0e48-\u0e4b]+)/g, '$1\u0e33')
}

/** Text in an answer of somebody else's server, through that door. */
export const outsideText = (max: number) => z.string().transform((text) => wellFormed(text, max))
