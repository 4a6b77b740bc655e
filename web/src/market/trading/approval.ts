const STEP_UNITS = 10_000n
const MOST = 2n ** 256n - 1n

/**
 * WB-11: what is approved for `amount`, in the smallest unit: rounded up to 10,000 whole units, so that it lasts a while, or
 * just that for who chose so.
 */
export function approvalFor(amount: bigint, decimals: number, isExact: boolean): bigint {
  if (isExact) return amount
  const step = STEP_UNITS * 10n ** BigInt(decimals)
  const rounded = ((amount + step - 1n) / step) * step
  return rounded > MOST ? MOST : rounded
}
