import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** WB-12: 0[689] and 8 digits; 66 and 9 digits; +66 and 9 digits; any other + with 8 to 15 digits. */
const FORMS = /^(?:0[689]\d{8}|66\d{9}|\+66\d{9}|\+(?!66)\d{8,15})$/

/**
 * WB-12: a phone number in E.164.
 * @param text may hold spaces and hyphens
 * @returns undefined when it has none of the accepted forms
 */
export function normalisePhone(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!FORMS.test(digits)) return undefined
  const international = digits.startsWith('66') ? `+${digits}` : digits
  return parsePhoneNumberFromString(international, 'TH')?.number
}
