const THAI_ZERO = 0x0e50
const FULL_WIDTH_ZERO = 0xff10

function plainDigit(char: string): string {
  const code = char.charCodeAt(0)
  if (code >= THAI_ZERO && code <= THAI_ZERO + 9) return String(code - THAI_ZERO)
  if (code >= FULL_WIDTH_ZERO && code <= FULL_WIDTH_ZERO + 9) return String(code - FULL_WIDTH_ZERO)
  return char
}

/**
 * WB-24: what a phone's keyboard types as a plain decimal: Thai and full-width digits become 0–9, comma groups, spaces
 * and the baht sign go away, a full-width point becomes a point. Other signs stay, so that a form can refuse them.
 */
export function plainNumber(typed: string): string {
  return [...typed.trim()]
    .map(plainDigit)
    .join('')
    .replace(/[,，\s\u00a0฿]/g, '')
    .replace(/[．。]/g, '.')
}

/** M§5: what stands in a field of a trait's range: a plain number, perhaps below nothing; otherwise what stood there. */
export function typedSigned(typed: string, former = ''): string {
  const text = plainNumber(typed)
  return /^-?\d*(\.\d*)?$/.test(text) ? text : former
}

/** A comma behind the point groups nothing: it is another country's number. */
const FOREIGN = /[.．][^,，]*[,，]/

/**
 * M§5: what stands in a price field once something was typed or pasted: digits and one point. The name of a currency at
 * an end goes away; where there is no plain number, what stood there stays, and no other number is made of it.
 * @param former what stood there
 */
export function typedDecimal(typed: string, former = '', maximumDecimals = 2): string {
  const text = plainNumber(typed).replace(/^\p{L}+|\p{L}+$/gu, '')
  const [, whole, fraction] = /^(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === undefined || FOREIGN.test(typed)) return former
  if (maximumDecimals === 0 || fraction === undefined) return whole
  return `${whole}.${fraction.slice(0, maximumDecimals)}`
}
