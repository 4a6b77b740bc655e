import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { formatDecimal } from '@talad/shared/money'
import type { ReadModel } from '@talad/shared/read-model'
import { isInactive, type OrderView, percentOf, publicOrder } from '../public-state/order.ts'
import { bahtSql } from '../rate/store.ts'

async function write(tx: Tx, view: OrderView): Promise<void> {
  const { terms, after } = view
  const { price } = terms
  await tx.query({
    name: 'order-book.write_view',
    text: `insert into order_view (hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer,
       customer_id, symbol, family, price_value, start_at, end_at, duration, total, filled, left_over, percent, tx_hashes, doc,
       baht_value)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
       ${bahtSql('$12', '$13::numeric', 'now()')})
     on conflict (hash) do update set status = excluded.status, inactive = excluded.inactive,
       filled = excluded.filled, left_over = excluded.left_over, percent = excluded.percent, tx_hashes = excluded.tx_hashes,
       doc = excluded.doc`,
    values: [
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
      [...new Set(after.txs.map(({ txHash }) => txHash))].sort(), // OB-39
      toJson(view),
    ],
  })
}

/** The orders as lists show them; each event's public state holds all of its order's row. */
export const orderView: ReadModel = {
  name: 'order-view',
  behind: true,
  tables: ['order_view'],
  apply: async (tx, { view }) => {
    const { terms, after } = publicOrder.parse(view)
    await write(tx, { terms, after })
  },
}
