import type { Mutant } from '../proof.ts'

const SERVICE = 'services/shipping-payment/src'

/** Faults that B15 must find. */
export const cardOrdersMutants: readonly Mutant[] = [
  {
    name: 'late-money-kept',
    says: 'what is paid after a cancel stays in escrow',
    edit: {
      file: `${SERVICE}/shipping/decide.ts`,
      find: "return [{ type: 'PaidTooLate', data: { at: now } }]",
      replace: 'return []',
    },
    size: 8,
  },
  {
    name: 'canceled-goods-delivered',
    says: 'a purchase that was canceled is delivered when its money arrives',
    edit: {
      file: `${SERVICE}/shipping/decide.ts`,
      find: "if (shipping.status === 'pending') {\n    if (suspended)",
      replace: "if (shipping.status !== 'processing') {\n    if (suspended)",
    },
    size: 8,
  },
  {
    name: 'late-topup-lost',
    says: 'a card payment whose purchase has ended is not credited',
    edit: {
      file: `${SERVICE}/topup/publish.ts`,
      find: 'return [credit(id, event.data)]',
      replace: 'return event.data.pay ? [credit(id, event.data)] : []',
    },
    size: 8,
  },
  {
    name: 'deadline-not-looked-at',
    says: 'a purchase whose time is over is paid all the same, as long as nobody has swept it',
    edit: {
      file: `${SERVICE}/shipping/decide.ts`,
      find: 'shipping.payment.atLedger || isExpired(shipping, at)) return []',
      replace: 'shipping.payment.atLedger) return []',
    },
    size: 8,
  },
  {
    name: 'lock-not-released',
    says: 'what was locked for a purchase stays locked when it expires',
    edit: {
      file: `${SERVICE}/shipping/publish.ts`,
      find: 'return [releaseHold(shippingId, view)]',
      replace: "return event.data.reason === 'expired' ? [] : [releaseHold(shippingId, view)]",
    },
    size: 8,
  },
  {
    name: 'given-up-for-good',
    says: 'a payment that was given up after 24 hours is never credited, whatever the provider says',
    edit: {
      file: `${SERVICE}/topup/decide.ts`,
      find: "if (topup.status === 'completed') return []\n  const { paymentStatus",
      replace: "if (topup.status !== 'pending') return []\n  const { paymentStatus",
    },
    size: 5,
  },
]
