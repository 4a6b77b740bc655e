import type { PersonKey } from '@talad/demo/people'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { balanceOf, post } from './money.ts'
import { customerOf, hex, type Listing, move, tellSold } from './world.ts'

const DEADLINE_MS = 600_000
const STEP_MS = 2_500

export type Purchase = { shipping: BoughtShipping; buyer: PersonKey; listing: Listing }
export const purchases: Purchase[] = []

export function reserve(listing: Listing, buyer: PersonKey, amount: string, recipient: string): Purchase {
  const now = Date.now()
  const { order, seller } = listing
  const value = Number((BigInt(order.basic.price.raw) / BigInt(order.fill.total)) * BigInt(amount))
  const service = Math.floor(value / 20)
  const shipping: BoughtShipping = {
    role: 'buyer',
    _id: hex(24, `shipping ${now}`),
    order: { _id: order._id, hash: order.hash },
    buyer_customer_id: customerOf(buyer),
    seller_customer_id: null,
    recipient_address: recipient,
    status: 'pending',
    is_crypto: false,
    amount,
    asset: { contract: order.basic.asset.contract, token: order.basic.asset.token },
    credit: {
      unit: 'pt_thb',
      value,
      locked: 0,
      payment: {
        status: 'pending',
        provider_ref_id: null,
        topup_id: null,
        held: null,
        held_refused: false,
        charge: null,
        payment_url: null,
        reason: null,
      },
    },
    distribution: [
      { customer_id: null, type: 'service', unit: 'ft_thb', value: service, percent: 5 },
      { customer_id: customerOf(seller), type: 'net', unit: 'ft_thb', value: value - service, percent: 95 },
    ],
    origin_url: '',
    late_credit: 0,
    fiat_refund: { status: 'none', value: null, note: null, updated: null },
    tx_status: null,
    tx_hash: null,
    retry_count: 0,
    retry_reason: null,
    failed_reason: null,
    canceled_reason: null,
    expired: false,
    expires_at: new Date(now + DEADLINE_MS).toISOString(),
    held_until: new Date(now + 120_000).toISOString(),
    created: new Date(now).toISOString(),
    updated: new Date(now).toISOString(),
    times: {
      card: null,
      card_failed: null,
      paid: null,
      sent: null,
      mined: null,
      completed: null,
      failed: null,
      refunded: null,
      canceled: null,
    },
  }
  const purchase = { shipping, buyer, listing }
  purchases.unshift(purchase)
  return purchase
}

function change(
  purchase: Purchase,
  next: Partial<BoughtShipping>,
  ...happened: (keyof BoughtShipping['times'])[]
) {
  const updated = new Date().toISOString()
  Object.assign(purchase.shipping, next, { updated })
  for (const what of happened) purchase.shipping.times[what] = updated
}

/** A delivery in steps, as the relayer makes one. */
export function deliver(purchase: Purchase) {
  const { shipping, buyer, listing } = purchase
  shipping.credit.payment = { ...shipping.credit.payment, status: 'completed', payment_url: null }
  change(purchase, { status: 'processing', tx_status: 'pending' }, 'paid')
  const steps: (() => void)[] = [
    () => change(purchase, { tx_status: 'processing' }),
    () => change(purchase, { tx_status: 'sent', tx_hash: `0x${hex(64, shipping._id)}` }, 'sent'),
    () => {
      change(purchase, { status: 'completed', tx_status: 'mined' }, 'mined', 'completed')
      listing.open = false
      move(listing.piece, listing.seller, buyer, Number(shipping.amount))
      tellSold(listing, buyer, Date.now())
      post(listing.seller, 'ft_thb', 'in', 'shipping', shipping.credit.value * 0.95, Date.now(), shipping._id)
    },
  ]
  for (const [index, step] of steps.entries()) setTimeout(step, STEP_MS * (index + 1))
}

/** Pays from points when there are enough, by a pretended card otherwise. */
export function pay(purchase: Purchase, origin: string) {
  const { shipping, buyer } = purchase
  const short = shipping.credit.value - balanceOf(buyer, 'pt_thb').balance_spendable
  if (short <= 0) {
    post(buyer, 'pt_thb', 'out', 'shipping', shipping.credit.value, Date.now(), shipping._id)
    return deliver(purchase)
  }
  shipping.credit.payment = {
    status: 'processing',
    provider_ref_id: hex(12, shipping._id),
    topup_id: hex(24, shipping._id),
    charge: Math.max(short, 2_000),
    payment_url: `${origin}/payment/return?shipping_id=${shipping._id}`,
    held: null,
    held_refused: false,
    reason: null,
  }
  change(purchase, {}, 'card')
}
