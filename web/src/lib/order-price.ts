import type { Order } from '@talad/proto/http/order-book'

/**
 * What one unit of an order costs, as decimal text. A price stands for all units together and divides by them (OB-21).
 */
export function unitPrice({ basic: { price }, fill }: Pick<Order, 'basic' | 'fill'>): string {
  return decimalOf(BigInt(price.raw) / BigInt(fill.total), price.token.decimals)
}

/** What `amount` units of an order cost, in the smallest unit. */
export function rawPrice(order: Pick<Order, 'basic' | 'fill'>, amount: bigint): bigint {
  return (BigInt(order.basic.price.raw) / BigInt(order.fill.total)) * amount
}

/** A raw amount as decimal text. */
export function decimalOf(raw: bigint, decimals: number): string {
  const digits = String(raw).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Whether somebody is buying from an order; nobody else can at the same time (SP-6). */
export function isBeingBought({ shipped }: Pick<Order, 'shipped'>): boolean {
  return shipped.shippings > 0
}

/** What the viewer could do with an order, by name (OB-40). */
export function actionOf(order: Order, name: 'buy' | 'cancel') {
  return order.actions.find((action) => action.name === name)
}
