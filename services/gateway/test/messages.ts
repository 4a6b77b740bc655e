import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { BalanceChangedSchema } from '@talad/proto/ledger/v1/events'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Bus, type Outgoing, outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { customerClaims } from './harness.ts'

export const SELLER = { sub: 'f'.repeat(24), jid: 'malee', jyc: 2 }
export const HASH = `0x${'ab'.repeat(32)}`
export const CONTRACT = `0x${'c'.repeat(40)}`
const AT = timestampFromDate(new Date('2026-01-02T03:04:05.000Z'))

/** Sends what the services would send, and again as they would while a new topic has no leader yet. */
export async function publish(bus: Bus, ...messages: Outgoing[]): Promise<void> {
  const sent = messages.map((message) => ({
    ...message,
    id: crypto.randomUUID(),
    headers: {},
    time: new Date(),
  }))
  const attempt = () =>
    bus.publish(sent).then(
      () => true,
      () => false,
    )
  await until('the bus has taken the messages', attempt)
}

/** An order of token 7 of a collection. */
export const order = (hash = HASH, contractAddress = CONTRACT) =>
  outgoing('order-book.order.v1', hash, OrderChangedSchema, {
    hash,
    status: 'offchain',
    inactive: false,
    asset: { contractAddress, tokenId: '7', contractType: 'erc721' },
  })

/** Orders of one asset. */
export const orders = (count: number) =>
  Array.from({ length: count }, (_, n) => order(`0x${String(n).padStart(64, '0')}`))

export const balance = (customerId: string, amount = 500n) =>
  outgoing('ledger.transfer.v1', customerId, BalanceChangedSchema, {
    customerId,
    unit: 'pt_thb',
    balance: amount,
    balanceLocked: 200n,
    at: AT,
  })

/** A purchase of the customer of the harness from SELLER. */
export const shipping = (status: string, revision: number) =>
  outgoing('shipping-payment.shipping.v1', 's', ShippingChangedSchema, {
    shippingId: 'a'.repeat(24),
    orderHash: HASH,
    buyerAccountId: customerClaims.sub,
    buyerCustomerId: 'join-somchai',
    sellerAccountId: SELLER.sub,
    sellerCustomerId: 'join-malee',
    status,
    paymentStatus: 'completed',
    gross: 10_000n,
    at: AT,
    revision,
  })
