/** A decimal number, exactly: `digits` divided by ten to the power of `scale`. */
export type Decimal = { digits: bigint; scale: number }

const DECIMAL = /^([+-]?)(\d{1,500})(?:\.(\d{1,500}))?(?:e([+-]\d{1,3}))?$/

/**
 * CA-26: what a number or the text of one is, never by way of a float.
 * @returns undefined for text that is no plain decimal number
 */
export function decimalOf(value: string | number): Decimal | undefined {
  const [, sign, whole, fraction = '', exponent] = DECIMAL.exec(String(value).trim()) ?? []
  // only JavaScript writes its own small numbers with an exponent
  if (whole === undefined || (exponent !== undefined && typeof value === 'string')) return undefined
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent ?? 0)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** For `sort`: below, at or above 0 as `a` is below, at or above `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [one, other] = [a, b].map((decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale))
  return one === other ? 0 : (one ?? 0n) < (other ?? 0n) ? -1 : 1
}
