/**
 * AI-11, AI-13: what keys and values of traits are compared by: without regard to case, Thai in one form, in which nikhahit with
 * aa is sara am behind its tone mark, and two sara e are sara ae.
 */
export function foldTrait(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('\u0e40\u0e40', '\u0e41')
    .replace(/\u0e4d([\u0e47-\u0e4c\u0e4e]*)\u0e32/g, '$1\u0e33')
    .replace(/\u0e33([\u0e48-\u0e4b]+)/g, '$1\u0e33')
}
