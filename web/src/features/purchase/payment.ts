/** SP-11: a card is charged at least 20 baht; what is too much stays as points. */
const MINIMUM_CHARGE = 2_000

export type PaymentPlan = { total: number; fromPoints: number; byCard: number; backAsPoints: number }

/** How a purchase of `total` points would be paid by somebody who can spend `spendable` points. */
export function paymentPlan(total: number, spendable: number): PaymentPlan {
  const fromPoints = Math.min(total, Math.max(0, spendable))
  const shortfall = total - fromPoints
  const byCard = shortfall === 0 ? 0 : Math.max(shortfall, MINIMUM_CHARGE)
  return { total, fromPoints, byCard, backAsPoints: byCard - shortfall }
}
