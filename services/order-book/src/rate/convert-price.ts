import { isUsable, type Rate } from '@talad/market/rates/usable'
import { formatDecimal, parseDecimal, roundHalfUp } from '@talad/shared/money'

/** Rates in baht by the family of the price. */
export type Rates = ReadonlyMap<string, Rate>

const BAHT = 'thb'
const BAHT_DECIMALS = 2
const RATE_DECIMALS = 18

type Price = { raw: bigint; decimals: number; family: string }

/** OB-37: about how many baht a price is; null where nobody can tell honestly. */
export function convertedPrice({ raw, decimals, family }: Price, rates: Rates, now: Date) {
  if (family === BAHT) return { family: BAHT, value: toBaht(raw, '1', decimals), at: null } as const
  const rate = rates.get(family)
  if (!rate || !isUsable(rate, now)) return null
  return { family: BAHT, value: toBaht(raw, rate.rate, decimals), at: rate.at.toISOString() } as const
}

/** To the nearest satang. */
function toBaht(raw: bigint, rate: string, decimals: number): string {
  const scaled = parseDecimal(rate, RATE_DECIMALS)
  if (scaled === undefined) throw new RangeError(`${rate} is no rate`)
  const scale = 10n ** BigInt(RATE_DECIMALS + decimals - BAHT_DECIMALS)
  const [whole = '0', satang = ''] = formatDecimal(roundHalfUp(raw, scaled, scale), BAHT_DECIMALS).split('.')
  return `${whole}.${satang.padEnd(BAHT_DECIMALS, '0')}`
}
