import { fromBinary } from '@bufbuild/protobuf'
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { liveEvents } from '@talad/proto/http/gateway'
import { type BalanceChanged, BalanceChangedSchema } from '@talad/proto/ledger/v1/events'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type ShippingChanged, ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import type { InMessage } from '@talad/shared/bus/port'
import type { Update } from './hub.ts'

/** The topics that are shown live. */
export const LIVE_TOPICS = [
  'shipping-payment.shipping.v1',
  'ledger.transfer.v1',
  'order-book.order.v1',
] as const

function isoOf(time: Timestamp | undefined): string {
  return (time ? timestampDate(time) : new Date(0)).toISOString()
}

/** Buyer and seller each hear of their side; neither is told who the other is. */
function shippingUpdates(message: ShippingChanged): Update[] {
  const common = {
    shipping_id: message.shippingId,
    order_hash: message.orderHash,
    status: message.status,
    payment_status: message.paymentStatus,
    tx_status: message.txStatus || null,
    tx_hash: message.txHash || null,
    revision: message.revision,
    at: isoOf(message.at),
  }
  const side = (role: 'buyer' | 'seller', accountId: string): Update[] =>
    accountId === ''
      ? []
      : [
          {
            event: 'shipping',
            audience: `account:${accountId}`,
            data: liveEvents.shipping.parse({ ...common, role }),
          },
        ]
  return [...side('buyer', message.buyerAccountId), ...side('seller', message.sellerAccountId)]
}

function balanceUpdates(message: BalanceChanged): Update[] {
  const data = liveEvents.balance.parse({
    unit: message.unit,
    balance: Number(message.balance), // GW-16: points are JSON integers
    balance_locked: Number(message.balanceLocked),
    balance_spendable: Number(message.balance - message.balanceLocked),
    at: isoOf(message.at),
  })
  return [{ event: 'balance', audience: `customer:${message.customerId}`, data }]
}

function orderUpdates(message: OrderChanged): Update[] {
  const { hash, status, inactive } = message
  return [{ event: 'order', audience: 'everybody', data: liveEvents.order.parse({ hash, status, inactive }) }]
}

/**
 * What a message of the bus means to those who watch; most mean nothing.
 * @throws ZodError when a message says what the contract of live updates doesn't know
 */
export function updatesOf({ type, payload }: Pick<InMessage, 'type' | 'payload'>): Update[] {
  switch (type) {
    case ShippingChangedSchema.typeName:
      return shippingUpdates(fromBinary(ShippingChangedSchema, payload))
    case BalanceChangedSchema.typeName:
      return balanceUpdates(fromBinary(BalanceChangedSchema, payload))
    case OrderChangedSchema.typeName:
      return orderUpdates(fromBinary(OrderChangedSchema, payload))
    default:
      return []
  }
}
