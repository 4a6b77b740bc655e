import type { Tx } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { toJson } from '@talad/shared/json'
import { formatDecimal } from '@talad/shared/money'
import type { Projection } from '@talad/shared/projection'
import { type OrderView, orderEvent } from '../order/events.ts'
import { isInactive } from '../order/state.ts'

/** Share of an amount that is filled, with two decimals, as text. */
export function percentOf({ terms, after }: OrderView): string {
  return formatDecimal((after.filled * 10_000n) / terms.amount, 2)
}

async function write(tx: Tx, view: OrderView): Promise<void> {
  const { terms, after } = view
  const { price } = terms
  await tx.query(
    `insert into order_view (hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer,
       customer_id, symbol, family, price_value, start_at, end_at, duration, total, filled, left_over, percent, doc)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     on conflict (hash) do update set status = excluded.status, inactive = excluded.inactive,
       filled = excluded.filled, left_over = excluded.left_over, percent = excluded.percent, doc = excluded.doc`,
    [
      terms.hash,
      terms.orderId,
      terms.blockchain,
      terms.type,
      after.status,
      isInactive(after),
      terms.contract,
      terms.tokenId,
      terms.offerer,
      terms.customerId,
      price.symbol,
      price.family,
      formatDecimal(price.raw, price.decimals),
      terms.start,
      terms.end,
      terms.end - terms.start,
      terms.amount,
      after.filled,
      terms.amount - after.filled,
      percentOf(view),
      toJson(view),
    ],
  )
}

/** The orders as lists show them; each event carries all that its order's row holds. */
export const orderViewProjection: Projection = {
  name: 'order-view',
  behind: true,
  tables: ['order_view'],
  apply: async (tx: Tx, row: Row) => {
    const { terms, after } = orderEvent.parse({ type: row.type, data: row.data }).data
    await write(tx, { terms, after })
  },
}
