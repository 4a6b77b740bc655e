import type { Order, OrderAction } from '@talad/proto/http/order-book/orders'
import { formatPrice } from '@talad/ui/format/money'

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

/** Whether an order is filled on the chain, by the people themselves. */
export function isCrypto({ shipping }: Pick<Order, 'shipping'>): boolean {
  return shipping === null
}

/** An amount of a price token as people read it. */
export function tokenText(raw: bigint, { symbol, decimals }: { symbol: string; decimals: number }): string {
  return formatPrice({ value: decimalOf(raw, decimals), symbol })
}

/** What one unit of an order costs, as people read it. */
export function unitText(order: Pick<Order, 'basic' | 'fill'>): string {
  return formatPrice({ value: unitPrice(order), symbol: order.basic.price.token.symbol })
}

/** What an order's unit is worth in baht, to compare prices in several tokens; undefined while no rate is known. */
export function unitBaht(order: Pick<Order, 'basic' | 'fill'>): number | undefined {
  const { family, converted } = order.basic.price
  if (family === 'thb') return Number(unitPrice(order))
  return converted ? Number(converted.value) / Number(order.fill.total) : undefined
}

/** OB-37: about how many baht a unit is that is paid in a token, be it one that stands for baht. */
export function aboutBaht(order: Pick<Order, 'basic' | 'fill' | 'shipping'>): number | undefined {
  return isCrypto(order) ? unitBaht(order) : undefined
}

/** Whether somebody is buying from an order; nobody else can at the same time (SP-6). */
export function isBeingBought({ shipped }: Pick<Order, 'shipped'>): boolean {
  return shipped.shippings > 0
}

/** What the viewer could do with an order, by name (OB-40). */
export function actionOf(order: Order, name: OrderAction['name']) {
  return order.actions.find((action) => action.name === name)
}
