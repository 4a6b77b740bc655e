import type { Queryable } from '@talad/shared/db'
import type { CryptoOrder } from '../order/offered.ts'
import { findOrder } from './order.ts'

/** The order as it is known now, with the token of its price; undefined when it is unknown. */
export async function findCryptoOrder(db: Queryable, hash: string): Promise<CryptoOrder | undefined> {
  const order = await findOrder(db, hash)
  if (!order) return undefined
  const found = await db.query<{ price_token: string; price_symbol: string; price_decimals: number }>(
    'select price_token, price_symbol, price_decimals from order_replica where hash = $1',
    [hash],
  )
  const row = found.rows[0]
  return (
    row && {
      ...order,
      token: { token: row.price_token, symbol: row.price_symbol, decimals: row.price_decimals },
    }
  )
}
