/** Decimal text as a raw amount; undefined when it isn't one, or has more decimals than the token. */
export function rawOf(text: string, decimals: number): bigint | undefined {
  const parts = /^(\d{1,20})(?:\.(\d*))?$/.exec(text)
  const fraction = parts?.[2] ?? ''
  if (!parts || fraction.length > decimals) return undefined
  return BigInt((parts[1] ?? '0') + fraction.padEnd(decimals, '0'))
}

/** A raw amount as the shortest decimal text, as a person would type it. */
export function textOf(raw: bigint, decimals: number): string {
  const digits = String(raw).padStart(decimals + 1, '0')
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const FAR = 3

/** Whether a price is so far from what others paid or ask that somebody may have slipped. */
export function farFrom(price: number, others: readonly number[]): 'high' | 'low' | undefined {
  const known = others.filter((other) => other > 0)
  if (known.length === 0 || !(price > 0)) return undefined
  if (price > FAR * Math.max(...known)) return 'high'
  return price * FAR < Math.min(...known) ? 'low' : undefined
}

export type PriceFault = 'number' | 'low' | 'high'

/** In whole units of a token. */
export type PriceLimits = { minimum: string; maximum: string; decimals: number }

/** M§5, OB-17, OB-19: what is wrong with a total price, if anything; both limits are inclusive. */
export function priceFault(
  raw: bigint | undefined,
  { minimum, maximum, decimals }: PriceLimits,
): PriceFault | undefined {
  if (raw === undefined) return 'number'
  const limit = (text: string) => rawOf(text, decimals) ?? 0n
  if (raw < limit(minimum)) return 'low'
  if (raw > limit(maximum)) return 'high'
  return undefined
}
