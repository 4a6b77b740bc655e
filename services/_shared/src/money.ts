/** Arithmetic of amounts: bigint in the smallest unit, never a float. */

const BASIS_POINTS = 10_000n

/** OB-29: floor(total × basisPoints / 10 000). @throws RangeError for a negative total or share above 100% */
export function shareOf(total: bigint, basisPoints: bigint): bigint {
  if (total < 0n || basisPoints < 0n || basisPoints > BASIS_POINTS) throw new RangeError('share out of range')
  return (total * basisPoints) / BASIS_POINTS
}

/** value × numerator / denominator rounded half up, for non-negative values. */
export function roundHalfUp(value: bigint, numerator: bigint, denominator: bigint): bigint {
  if (value < 0n || numerator < 0n || denominator <= 0n) throw new RangeError('rounding out of range')
  return (2n * value * numerator + denominator) / (2n * denominator)
}

/**
 * Reads a plain decimal ("1250", "12.5") into the smallest unit of a scale with `decimals` digits.
 * @returns undefined when the text is not a plain non-negative decimal or has more decimals than the scale
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^(0|[1-9][0-9]{0,77})(?:\.([0-9]+))?$/.exec(text)
  if (!match) return undefined
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) return undefined
  return BigInt((match[1] ?? '0') + fraction.padEnd(decimals, '0'))
}

/** The canonical decimal of a raw amount: no trailing zeros, no exponent. */
export function formatDecimal(raw: bigint, decimals: number): string {
  const sign = raw < 0n ? '-' : ''
  const digits = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return sign + whole + (fraction ? `.${fraction}` : '')
}

/** GW-16: points on the wire are JSON integers. @throws RangeError above 2^53−1 */
export function toJsonInteger(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new RangeError('amount does not fit a JSON integer')
  }
  return Number(value)
}
