import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { formatDecimal } from '@talad/shared/money'
import type { Published } from '@talad/shared/stream'
import { isInactive, type PublicOrder } from '../public-state/order.ts'
import type { OrderEvent } from './events.ts'

export const ORDER_TOPIC = 'order-book.order.v1'

type Happened = Published<OrderEvent, PublicOrder>

/** Every event of an order becomes one message with the order's whole public state. */
export function publish(happened: Happened): readonly Outgoing[] {
  switch (happened.event.type) {
    case 'OrderPut':
    case 'FactSeen':
    case 'FactReverted':
    case 'OrderCancelled':
    case 'CancelRequested':
    case 'OrderConfirmed':
    case 'ActivityChanged':
      return [orderChanged(happened)]
  }
}

function orderChanged({ view: { terms, after, change }, at, version }: Happened): Outgoing {
  const { price } = terms
  return outgoing(ORDER_TOPIC, terms.hash, OrderChangedSchema, {
    orderId: terms.orderId,
    hash: terms.hash,
    type: terms.type,
    status: after.status,
    inactive: isInactive(after),
    blockchain: terms.blockchain,
    asset: { contractAddress: terms.contract, contractType: terms.contractType, tokenId: terms.tokenId },
    price: {
      tokenAddress: price.token,
      symbol: price.symbol,
      raw: price.raw.toString(),
      value: formatDecimal(price.raw, price.decimals),
      family: price.family,
      decimals: price.decimals,
    },
    offerer: terms.offerer,
    offererCustomerId: terms.customerId,
    offererAccountId: terms.accountId,
    counterpartyCustomerId: terms.counterparty?.customerId ?? '',
    counterpartyAccountId: terms.counterparty?.accountId ?? '',
    holders: terms.holders ?? [],
    shipper: terms.restricted,
    distribution: terms.distribution.map((share) => ({
      customerId: share.customerId ?? '',
      type: share.type,
      value: share.value.toString(),
      basisPoints: share.basisPoints,
      recipient: share.recipient ?? '',
    })),
    start: timestampFromMs(terms.start * 1_000),
    end: timestampFromMs(terms.end * 1_000),
    signedEnd: timestampFromMs(terms.signedEnd * 1_000),
    amount: terms.amount.toString(),
    filled: after.filled.toString(),
    parametersJson: JSON.stringify(terms.parameters),
    signature: terms.signature,
    recipient: terms.recipient ?? '',
    partial: terms.partial,
    createdAt: timestampFromDate(terms.createdAt),
    change,
    at: timestampFromDate(at),
    revision: version,
  })
}
