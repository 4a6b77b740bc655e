/** M§9: the smallest withdrawal, in points (100 THB). */
export const MINIMUM_WITHDRAWAL = 10_000n
/** M§9: most bank accounts and open requests for one, together (BW-3). */
export const MOST_BANK_ACCOUNTS = 5
/** BW-13: the most that a SILVER customer may withdraw by one request, in points; BW-18: above it a second admin confirms. */
export const SILVER_CAP = 1_000_000n
const MINIMUM_FEE = 1_500n

/** BW-11: the bank provider's fee, taken out of the value: 1% rounded up, at least 15 THB. Points in, points out. */
export function withdrawalFee(value: bigint): bigint {
  const percent = (value + 99n) / 100n
  return percent < MINIMUM_FEE ? MINIMUM_FEE : percent
}
