import { decimalOf } from '../../market/prices/order-price.ts'

/** A coin or token that prices may stand in. */
export type Money = { symbol: string; decimals: number; family: string }
export type HeldMoney = Money & { raw: bigint }
type Rate = { base: string; quote: string; rate: string }

const SATANG_DECIMALS = 2
const RATE_DECIMALS = 18

const rawOfRate = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0').slice(0, RATE_DECIMALS))
}

/** OB-37: about how many baht an amount is, as decimal text; undefined without a rate. Rounded down: nobody has more. */
export function bahtOf({ raw, decimals, family }: HeldMoney, rates: readonly Rate[]): string | undefined {
  const rate =
    family === 'thb' ? '1' : rates.find(({ base, quote }) => base === family && quote === 'thb')?.rate
  if (rate === undefined) return undefined
  const satang =
    (raw * rawOfRate(rate) * 10n ** BigInt(SATANG_DECIMALS)) / 10n ** BigInt(decimals + RATE_DECIMALS)
  return decimalOf(satang, SATANG_DECIMALS)
}
