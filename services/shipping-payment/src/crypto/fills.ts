import type { Queryable, Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import type { Fill } from './decide.ts'

/** Who names a transaction and what the chain says of it wait for each other: neither misses the other. */
export const lockOrder = (tx: Tx, orderHash: string) => lockKey(tx, `crypto.${orderHash}`)

export type ChainFill = Fill & { txHash: string; logIndex: number; orderHash: string }

/** Keeps a fill of an order in crypto; of others nothing is kept. Returns whether it is one. */
export async function keepFill(tx: Tx, fill: ChainFill): Promise<boolean> {
  const kept = await tx.query(
    `insert into crypto_fill (tx_hash, log_index, order_hash, recipient, amount)
     select $1, $2, $3, $4, $5 from order_replica where hash = $3 and not shipper
     on conflict do nothing`,
    [fill.txHash, fill.logIndex, fill.orderHash, fill.recipient, fill.amount],
  )
  return kept.rowCount === 1
}

/** What a transaction filled of an order. */
export async function fillsOf(db: Queryable, txHash: string, orderHash: string): Promise<Fill[]> {
  const found = await db.query<Fill>(
    'select recipient, amount from crypto_fill where tx_hash = $1 and order_hash = $2 order by log_index',
    [txHash, orderHash],
  )
  return found.rows
}
