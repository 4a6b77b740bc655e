import { arrayText, columns, type Tx } from '@talad/shared/db'
import { type ChainFact, type FulfilledFact, type TransferFact, ZERO_ADDRESS } from '../chain/facts.ts'

/** AI-18: from the zero address it is a mint, to it a burn. */
export function transferType(fact: Pick<TransferFact, 'from' | 'to'>): 'mint' | 'burn' | 'transfer' {
  if (fact.from === ZERO_ADDRESS) return 'mint'
  return fact.to === ZERO_ADDRESS ? 'burn' : 'transfer'
}

function rowOf(fact: TransferFact | FulfilledFact) {
  const parties =
    fact.kind === 'transfer'
      ? { type: transferType(fact), from: fact.from, to: fact.to, orderHash: null }
      : { type: 'sale', from: fact.seller, to: fact.buyer, orderHash: fact.orderHash }
  return { ...fact, ...parties, id: `${fact.block}-${fact.log}-${fact.item}` }
}

/** AI-18: one row per log and token; a fill is a sale, whoever sent the transaction. */
export async function addTransferActivity(tx: Tx, facts: readonly ChainFact[]): Promise<void> {
  const rows = facts.flatMap((fact) =>
    fact.kind === 'transfer' || fact.kind === 'fulfilled' ? [rowOf(fact)] : [],
  )
  if (rows.length === 0) return
  await tx.query(
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash,
       block_number, log_index, item, tx_hash)
     select id, type, to_timestamp("blockTime"), "assetId", contract, token, "from", "to", amount, "orderHash",
       block, log, item, tx
     from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::numeric[], $7::text[],
       $8::text[], $9::numeric[], $10::text[], $11::bigint[], $12::integer[], $13::integer[], $14::text[])
       as r (id, type, "blockTime", "assetId", contract, token, "from", "to", amount, "orderHash", block, log, item, tx)`,
    columns(
      rows,
      (row) => row.id,
      (row) => row.type,
      (row) => row.blockTime,
      (row) => row.assetId,
      (row) => row.contract,
      (row) => row.token,
      (row) => row.from,
      (row) => row.to,
      (row) => row.amount,
      (row) => row.orderHash,
      (row) => row.block,
      (row) => row.log,
      (row) => row.item,
      (row) => row.tx,
    ),
  )
}

export type OrderActivity = {
  hash: string
  type: 'list' | 'offer'
  assetId: string
  contract: string
  token: string
  offerer: string
  amount: string
  createdAt: Date
  /** when it was cancelled; undefined while it isn't */
  cancelledAt: Date | undefined
}

/** AI-18: list, offer and cancel from orders, each once. A cancel that a reorganisation has taken back goes. */
export async function saveOrderActivity(tx: Tx, orders: readonly OrderActivity[]): Promise<void> {
  if (orders.length === 0) return
  const put = orders.map((order) => ({ ...order, id: `${order.hash}-${order.type}`, at: order.createdAt }))
  const cancelled = orders.flatMap(({ cancelledAt: at, ...order }) =>
    at ? { ...order, id: `${order.hash}-cancel`, type: 'cancel', at } : [],
  )
  await tx.query({
    name: 'activity.of_orders',
    text: `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount,
        order_hash)
      select id, type, at, asset_id, contract, token_id, offerer, '${ZERO_ADDRESS}', amount, order_hash
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::numeric[], $7::text[],
        $8::numeric[], $9::text[]) as r (id, type, at, asset_id, contract, token_id, offerer, amount, order_hash)
      order by id on conflict (id) do nothing`,
    values: columns(
      [...put, ...cancelled],
      (row) => row.id,
      (row) => row.type,
      (row) => row.at.toISOString(),
      (row) => row.assetId,
      (row) => row.contract,
      (row) => row.token,
      (row) => row.offerer,
      (row) => row.amount,
      (row) => row.hash,
    ),
  })
  const others = orders.filter(({ cancelledAt }) => !cancelledAt).map(({ hash }) => `${hash}-cancel`)
  if (others.length === 0) return
  await tx.query({
    name: 'activity.not_cancelled',
    text: 'delete from activity where id = any($1::text[])',
    values: [arrayText(others)],
  })
}
