import type { BoughtShipping } from '@talad/proto/http/shipping'

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

/** A number to read out to somebody: the purchase's own, in groups of four. */
export function receiptNumber(id: string): string {
  return (id.match(/.{1,4}/g) ?? [id]).join(' ').toUpperCase()
}

/** The end of an account's number: enough to recognise one's own. */
export function lastFour(customerId: string): string {
  return `•••• ${customerId.slice(-4)}`
}
