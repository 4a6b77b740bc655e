import type { OrderComponents } from '@talad/proto/http/order-book/seaport'
import { getAddress, type Hex, isHex } from 'viem'

export function hex(text: string): Hex {
  if (!isHex(text)) throw new TypeError('not hex')
  return text
}

/** What an order says, as viem types them: numbers as bigint, hex as hex. */
export function typedOrder(order: Omit<OrderComponents, 'counter'>) {
  const item = (given: OrderComponents['offer'][number]) => ({
    itemType: given.itemType,
    token: getAddress(given.token),
    identifierOrCriteria: BigInt(given.identifierOrCriteria),
    startAmount: BigInt(given.startAmount),
    endAmount: BigInt(given.endAmount),
  })
  return {
    offerer: getAddress(order.offerer),
    zone: getAddress(order.zone),
    offer: order.offer.map(item),
    consideration: order.consideration.map((given) => ({
      ...item(given),
      recipient: getAddress(given.recipient),
    })),
    orderType: order.orderType,
    startTime: BigInt(order.startTime),
    endTime: BigInt(order.endTime),
    zoneHash: hex(order.zoneHash),
    salt: BigInt(order.salt),
    conduitKey: hex(order.conduitKey),
  }
}

/** An order with its maker's counter, as it is signed and cancelled. */
export const typedComponents = (order: OrderComponents) => ({
  ...typedOrder(order),
  counter: BigInt(order.counter),
})
