import { wellFormed } from '@talad/shared/text'

const STRUCK: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\btk_(live|test)_\w+/g, '[key]'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
  // ids of hashes and keys alike: a private key looks like a hash
  [/\b(0x)?[0-9a-fA-F]{64,}\b/g, '[hex]'],
  [/([?#])[^\s)"']+/g, '$1…'],
  // phones, cards, bank accounts and identity numbers, written in groups or not
  [/(?<![\w.])\+?\d(?:[ -]?\d){8,18}(?![\w])/g, '[number]'],
]

/** Text of a fault without what could name a person or open a door: tokens, addresses of mail, numbers, queries. */
export function scrub(text: string, max: number): string {
  return STRUCK.reduce((clean, [what, by]) => clean.replace(what, by), wellFormed(text, max))
}
