import type {
  BoughtShipping,
  SoldShipping,
  Shipping as WireShipping,
} from '@talad/proto/http/shipping-payment/shipping'
import { toJsonInteger } from '@talad/shared/money'
import { heldUntil } from './decide-reservation.ts'
import { isExpired, type Shipping } from './state.ts'
import type { Times } from './times.ts'

type Distribution = WireShipping['distribution']

const shown = (at: Date | undefined) => at?.toISOString() ?? null

function sharedTimes(times: Times): SoldShipping['times'] {
  return {
    paid: shown(times.paid),
    sent: shown(times.sent),
    mined: shown(times.mined),
    completed: shown(times.completed),
    failed: shown(times.failed),
    refunded: shown(times.refunded),
    canceled: shown(times.canceled),
  }
}

/** Who receives what; the platform has no customer id. @param told whose id the reader may know */
function distributionOf({ shares }: Shipping, told: (customerId: string) => boolean): Distribution {
  return shares.map((share) => ({
    customer_id: share.customerId !== '' && told(share.customerId) ? share.customerId : null,
    type: share.type,
    unit: 'ft_thb' as const,
    value: toJsonInteger(share.value),
    percent: share.basisPoints / 100,
  }))
}

/** The customer ids of all who are part of a purchase: for admins alone (MO-36). */
export function partiesOf(shipping: Shipping) {
  return {
    buyer_customer_id: shipping.buyerCustomerId,
    seller_customer_id: shipping.order.sellerCustomerId,
    distribution: distributionOf(shipping, () => true),
  }
}

/** MO-36: a side is told its own customer id and nobody else's. */
const ownShare = (own: string) => (customerId: string) => customerId === own

function factsOf(id: string, shipping: Shipping, now: Date) {
  const { order } = shipping
  return {
    _id: id,
    order: { _id: order.orderId, hash: order.hash },
    recipient_address: shipping.recipient,
    status: shipping.status,
    is_crypto: false,
    amount: shipping.amount.toString(),
    asset: {
      contract: { blockchain: order.blockchain, address: order.contractAddress, type: order.contractType },
      token: { id: order.tokenId },
    },
    tx_status: shipping.txStatus ?? null,
    tx_hash: shipping.txHash ?? null,
    retry_count: shipping.retryCount,
    retry_reason: shipping.retryReason ?? null,
    failed_reason: shipping.failedReason ?? null,
    canceled_reason: shipping.canceledReason ?? null,
    expired: isExpired(shipping, now), // SP-4
    expires_at: shipping.expiresAt.toISOString(),
    created: shipping.createdAt.toISOString(),
    updated: shipping.updatedAt.toISOString(),
  }
}

function refundOf({ fiatRefund }: Shipping): BoughtShipping['fiat_refund'] {
  if (!fiatRefund) return { status: 'none', value: null, note: null, updated: null } // SP-25: none until an admin acts
  const { status, amount, note, at } = fiatRefund
  return { status, value: toJsonInteger(amount), note, updated: at.toISOString() }
}

/** SP-18 */
function heldOf({ payment: { held } }: Shipping): number | null {
  return held.length === 0 ? null : toJsonInteger(held.reduce((sum, { value }) => sum + value, 0n))
}

/** A shipping as its buyer sees it (M§3). */
export function toBought(id: string, shipping: Shipping, now: Date): BoughtShipping {
  const { payment, times } = shipping
  return {
    role: 'buyer',
    ...factsOf(id, shipping, now),
    buyer_customer_id: shipping.buyerCustomerId,
    seller_customer_id: null,
    distribution: distributionOf(shipping, ownShare(shipping.buyerCustomerId)),
    credit: {
      unit: 'pt_thb',
      value: toJsonInteger(shipping.gross),
      locked: toJsonInteger(payment.locked),
      payment: {
        status: payment.status,
        provider_ref_id: payment.providerRefId ?? null,
        topup_id: payment.topupId ?? null,
        charge: payment.charge === undefined ? null : toJsonInteger(payment.charge),
        payment_url:
          payment.status === 'processing' && payment.held.length === 0 ? (payment.paymentUrl ?? null) : null, // SP-12
        reason: payment.reason ?? null,
        held: heldOf(shipping),
        held_refused: payment.held.length > 0 && payment.held.every(({ refused }) => refused),
      },
    },
    origin_url: shipping.originUrl,
    held_until: shown(heldUntil(shipping)), // SP-5
    late_credit: toJsonInteger(shipping.lateCredit),
    fiat_refund: refundOf(shipping),
    times: { card: shown(times.card), card_failed: shown(times.cardFailed), ...sharedTimes(times) },
  }
}

function toSold(id: string, shipping: Shipping, now: Date): SoldShipping {
  return {
    role: 'seller',
    ...factsOf(id, shipping, now),
    buyer_customer_id: null,
    seller_customer_id: shipping.order.sellerCustomerId,
    distribution: distributionOf(shipping, ownShare(shipping.order.sellerCustomerId)),
    credit: {
      unit: 'pt_thb',
      value: toJsonInteger(shipping.gross),
      payment: { status: shipping.payment.status },
    },
    times: sharedTimes(shipping.times),
  }
}

/** A shipping in the shape of the side that asks; undefined for anybody else. */
export function toSideOf(
  customerId: string,
  id: string,
  shipping: Shipping,
  now: Date,
): WireShipping | undefined {
  if (shipping.buyerCustomerId === customerId) return toBought(id, shipping, now)
  return shipping.order.sellerCustomerId === customerId ? toSold(id, shipping, now) : undefined
}
