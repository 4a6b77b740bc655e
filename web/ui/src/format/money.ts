/** The only file that turns amounts into text (WB-9). */

const BAHT = '฿'
const POINTS_PER_BAHT = 100n
const MINUS = '−'

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Rounds a decimal text half up, away from zero, to `places`; returns its digits without a point. */
function rounded(whole: string, fraction: string, places: number): string {
  const kept = fraction.padEnd(places, '0').slice(0, places)
  const up = (fraction[places] ?? '0') >= '5'
  return String(BigInt(whole + kept) + (up ? 1n : 0n)).padStart(places + 1, '0')
}

/**
 * WB-9: a decimal text with 2 to 4 decimals, rounded half up; what is smaller than 0.0001 and not zero is shown as
 * `<0.0001`. Takes plain decimals, as the services answer them; anything else is returned as it is.
 */
export function formatAmount(value: string, maximumDecimals = 4): string {
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(value)
  if (!parts) return value
  const [, sign = '', whole = '0', fraction = ''] = parts
  const isTiny = BigInt(whole + fraction.slice(0, maximumDecimals)) === 0n && /[1-9]/.test(fraction)
  if (isTiny) return `<0.${'1'.padStart(maximumDecimals, '0')}`
  const digits = rounded(whole, fraction, maximumDecimals)
  const isZero = BigInt(digits) === 0n
  const decimals = digits.slice(-maximumDecimals).replace(/0+$/, '').padEnd(2, '0')
  return `${sign && !isZero ? MINUS : ''}${grouped(digits.slice(0, -maximumDecimals))}.${decimals}`
}

/** WB-9: baht always have two decimals: `฿1,250.00`. */
export function formatBaht(value: string): string {
  const text = formatAmount(value, 2)
  if (/^<|[^\d.,−]/.test(text)) return text.startsWith('<') ? `<${BAHT}${text.slice(1)}` : text
  return text.startsWith(MINUS) ? `${MINUS}${BAHT}${text.slice(1)}` : `${BAHT}${text}`
}

/** Points (1/100 baht, JSON integers) as decimal baht: 125050 → `1250.50`. */
export function bahtOfPoints(points: number | bigint): string {
  const value = BigInt(points)
  const size = value < 0n ? -value : value
  const satang = String(size % POINTS_PER_BAHT).padStart(2, '0')
  return `${value < 0n ? '-' : ''}${size / POINTS_PER_BAHT}.${satang}`
}

/** Points as a person reads them: 125000 → `฿1,250.00`. */
export function formatPoints(points: number | bigint): string {
  return formatBaht(bahtOfPoints(points))
}

/** Points of a statement, always with two decimals and a sign: `+฿1,250.00`. */
export function formatMovement(points: number | bigint): string {
  const value = BigInt(points)
  const size = value < 0n ? -value : value
  return `${value < 0n ? MINUS : '+'}${BAHT}${formatAmount(bahtOfPoints(size), 2)}`
}

/** Points of a record, always with two decimals: `฿1,250.00`. */
export function formatSum(points: number | bigint): string {
  const value = BigInt(points)
  return value < 0n ? formatMovement(value) : formatMovement(value).slice(1)
}

/** The currency of prices that are paid in baht; a token that is worth a baht is none. */
const BAHT_SYMBOL = 'THB'

/** A price; baht with their sign in front, tokens with their symbol behind. */
export function formatPrice(price: { value: string; symbol: string }): string {
  return price.symbol === BAHT_SYMBOL
    ? formatBaht(price.value)
    : `${formatAmount(price.value)} ${price.symbol}`
}

/** Decimal baht in points; undefined when the text isn't a baht amount of at most two decimals. */
export function pointsOfBaht(value: string): bigint | undefined {
  const parts = /^(\d{1,15})(?:\.(\d{0,2}))?$/.exec(value)
  if (!parts) return undefined
  return BigInt(parts[1] ?? '0') * POINTS_PER_BAHT + BigInt((parts[2] ?? '').padEnd(2, '0'))
}

/** A count of pieces: `1,250`. */
export function formatCount(value: string | number): string {
  const text = String(value)
  return /^\d+$/.test(text) ? grouped(text) : text
}

/** A share of a whole: 2.5 → `2.5%`. */
export function formatPercent(percent: number): string {
  return `${formatAmount(percent.toFixed(2), 2).replace(/\.?0+$/, '')}%`
}
