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

/** M§5: keeps digits and one point while a person types a price. */
export function typedDecimal(typed: string, maximumDecimals = 2): string {
  const [whole = '', ...rest] = plainNumber(typed)
    .replace(/[^\d.]/g, '')
    .split('.')
  if (maximumDecimals === 0 || rest.length === 0) return whole
  return `${whole}.${rest.join('').slice(0, maximumDecimals)}`
}
