import type { Price } from '@talad/proto/http/asset-indexer/assets'

/** A price as the database makes it. */
export type PriceRow = {
  token_address: string
  symbol: string
  raw: string
  value: string
  family: 'thb' | 'jfin'
  decimals: number
}

/**
 * SQL for the price of some units of an order; null when there is no order. Raw amounts divide without rest (OB-21).
 * @param order alias of order_replica
 * @param units SQL of the number of units
 */
export function priceSql(order: string, units: string): string {
  return `case when ${order}.hash is not null then jsonb_build_object('token_address', ${order}.token_address,
    'symbol', ${order}.symbol, 'raw', div(${order}.raw * ${units}, ${order}.amount)::text,
    'value', trim_scale(${order}.unit_value * ${units})::text, 'family', ${order}.family,
    'decimals', ${order}.decimals) end`
}

export function priceOf(row: PriceRow): Price {
  const { token_address, symbol, raw, value, family, decimals } = row
  return { token_address, symbol, raw, value, family, decimals }
}
