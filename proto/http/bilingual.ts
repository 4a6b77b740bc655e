const THAI = /[\u0e00-\u0e7f]/

/**
 * Many Thai makers write a name in both languages with ` · ` between. Returns the part of the reader's language; a text
 * that isn't written so is returned whole.
 */
export function inLanguage(text: string, language: 'th' | 'en', separator = ' · '): string {
  const parts = text.split(separator)
  const [first = '', second = ''] = parts
  if (parts.length !== 2 || THAI.test(first) === THAI.test(second)) return text
  return THAI.test(first) === (language === 'th') ? first : second
}
