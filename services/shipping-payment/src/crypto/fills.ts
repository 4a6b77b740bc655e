import { columns, type Queryable, type Tx } from '@talad/shared/db'
import { lockKey, lockKeys } from '@talad/shared/lock-key'
import type { Fill } from './decide.ts'

/** Who names a transaction and what the chain says of it wait for each other: neither misses the other. */
export const lockOrder = (tx: Tx, orderHash: string) => lockKey(tx, `crypto.${orderHash}`)

/** The same of several. */
export const lockOrders = (tx: Tx, orderHashes: readonly string[]) =>
  lockKeys(
    tx,
    orderHashes.map((hash) => `crypto.${hash}`),
  )

export type ChainFill = Fill & { txHash: string; logIndex: number; orderHash: string }

/**
 * Keeps fills of orders in crypto, of each order one; of others nothing is kept.
 * @returns of those that weren't kept before the purchases that wait for them; null: none does
 */
export async function keepFills(
  tx: Tx,
  fills: readonly ChainFill[],
): Promise<{ orderHash: string; id: string | null }[]> {
  const kept = await tx.query<{ orderHash: string; id: string | null }>({
    name: 'crypto.keep_fills',
    text: `
      with kept as (
        insert into crypto_fill (tx_hash, log_index, order_hash, recipient, amount)
        select f.* from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::numeric[])
          as f (tx_hash, log_index, order_hash, recipient, amount)
        join order_replica o on o.hash = f.order_hash and not o.shipper
        order by f.order_hash
        on conflict do nothing returning tx_hash, order_hash)
      select k.order_hash as "orderHash", s.id from kept k
      left join crypto_shipping s
        on s.tx_hash = k.tx_hash and s.order_hash = k.order_hash and s.status = 'processing'`,
    values: columns(
      fills,
      ({ txHash }) => txHash,
      ({ logIndex }) => logIndex,
      ({ orderHash }) => orderHash,
      ({ recipient }) => recipient,
      ({ amount }) => amount,
    ),
  })
  return kept.rows
}

/** What a transaction filled of an order. */
export async function fillsOf(db: Queryable, txHash: string, orderHash: string): Promise<Fill[]> {
  const found = await db.query<Fill>(
    'select recipient, amount from crypto_fill where tx_hash = $1 and order_hash = $2 order by log_index',
    [txHash, orderHash],
  )
  return found.rows
}
