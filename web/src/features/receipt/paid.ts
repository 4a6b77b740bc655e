import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'

const THAI_TIME_MS = 7 * 3_600_000

/** How a purchase was paid, in points: what the card was charged, and what of the buyer's points was used or grew. */
export type Paid = { card: number; points: number; kept: number }

/**
 * SP-11: the card pays what points don't cover, at least 20 baht; what it was charged beyond the price stays with the
 * buyer as points.
 */
export function paidBy({ value, payment }: Pick<BoughtShipping['credit'], 'value'> & PaymentOf): Paid {
  const card = payment.charge ?? 0
  return { card, points: Math.max(0, value - card), kept: Math.max(0, card - value) }
}
type PaymentOf = { payment: Pick<BoughtShipping['credit']['payment'], 'charge'> }

/** A number to read out to somebody: the day of the payment in Thailand, and the end of the purchase's own. */
export function receiptNumber(id: string, paidAt: string): string {
  const day = new Date(Date.parse(paidAt) + THAI_TIME_MS).toISOString().slice(0, 10).replaceAll('-', '')
  return `R${day}-${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase()
}

/** The end of an account's number: enough to recognise one's own. */
export function lastFour(customerId: string): string {
  return `•••• ${customerId.slice(-4)}`
}
