import { arrayText, columns, type Tx } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { toJson } from '@talad/shared/json'
import { formatDecimal } from '@talad/shared/money'
import type { ReadModel } from '@talad/shared/read-model'
import { isInactive, type OrderView, percentOf, publicOrder } from '../public-state/order.ts'
import { bahtSql } from '../rate/store.ts'

/** What is shown of orders, each once. */
async function write(tx: Tx, views: readonly OrderView[]): Promise<void> {
  const rows = views.map((view) => ({ ...view, view, price: view.terms.price }))
  await tx.query({
    name: 'order-book.write_views',
    text: `insert into order_view (hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer,
       customer_id, symbol, family, price_value, start_at, end_at, duration, total, filled, left_over, percent, tx_hashes,
       doc, baht_value)
     select hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer, customer_id, symbol, family,
       price_value, start_at, end_at, end_at - start_at, total, filled, total - filled, percent, tx_hashes::text[],
       doc::jsonb, ${bahtSql('v.family', 'v.price_value', 'now()')}
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::numeric[], $14::bigint[], $15::bigint[], $16::numeric[],
       $17::numeric[], $18::numeric[], $19::text[], $20::text[])
       with ordinality as v (hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer, customer_id,
         symbol, family, price_value, start_at, end_at, total, filled, percent, tx_hashes, doc, n)
     order by n
     on conflict (hash) do update set status = excluded.status, inactive = excluded.inactive,
       filled = excluded.filled, left_over = excluded.left_over, percent = excluded.percent, tx_hashes = excluded.tx_hashes,
       doc = excluded.doc`,
    values: columns(
      rows,
      ({ terms }) => terms.hash,
      ({ terms }) => terms.orderId,
      ({ terms }) => terms.blockchain,
      ({ terms }) => terms.type,
      ({ after }) => after.status,
      ({ after }) => isInactive(after),
      ({ terms }) => terms.contract,
      ({ terms }) => terms.tokenId,
      ({ terms }) => terms.offerer,
      ({ terms }) => terms.customerId,
      ({ price }) => price.symbol,
      ({ price }) => price.family,
      ({ price }) => formatDecimal(price.raw, price.decimals),
      ({ terms }) => terms.start,
      ({ terms }) => terms.end,
      ({ terms }) => terms.amount,
      ({ after }) => after.filled,
      ({ view }) => percentOf(view),
      ({ after }) => arrayText([...new Set(after.txs.map(({ txHash }) => txHash))].sort()), // OB-39
      ({ terms, after }) => toJson({ terms, after }),
    ),
  })
}

/** What events mean for lists: of several of one order the last says all. */
async function apply(tx: Tx, events: readonly Pick<Row, 'stream' | 'view'>[]): Promise<void> {
  const last = new Map(events.map(({ stream, view }) => [stream, view] as const))
  await write(
    tx,
    [...last.values()].map((view) => {
      const { terms, after } = publicOrder.parse(view)
      return { terms, after }
    }),
  )
}

/** The orders as lists show them; each event's public state holds all of its order's row. */
export const orderView: ReadModel = {
  name: 'order-view',
  tables: ['order_view'],
  apply,
}
