import { columns, type Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { lockKeys } from '@talad/shared/lock-key'
import { z } from 'zod'

/** Due while it is not recorded what a log of the chain filled, and for whom. */
export const cryptoFill = jobType('crypto.fill', z.object({ txHash: z.string(), logIndex: z.int() }))
export type FillRef = { txHash: string; logIndex: number }

/** Orders and their fills come in any order: whoever comes second finds the first. */
export const lockOrders = (tx: Tx, orderHashes: readonly string[]) =>
  lockKeys(
    tx,
    orderHashes.map((hash) => `crypto.${hash}`),
  )

async function enqueue(tx: Tx, fills: readonly FillRef[], now: Date): Promise<void> {
  const pieces = fills.map(({ txHash, logIndex }) => ({
    payload: { txHash, logIndex },
    key: `${txHash}:${logIndex}`,
  }))
  if (pieces.length > 0) await cryptoFill.enqueue(tx, pieces, now)
}

export type ChainFill = FillRef & { orderHash: string; recipient: string; amount: bigint }

/** Keeps fills of orders in crypto, and those of orders that are not known yet: their order may come later. */
export async function keepFills(tx: Tx, fills: readonly ChainFill[], now: Date): Promise<void> {
  const kept = await tx.query<FillRef>({
    name: 'crypto.keep_fills_2',
    text: `
      with kept as (
        insert into crypto_fill (tx_hash, log_index, order_hash, recipient, amount)
        select f.* from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::numeric[])
          as f (tx_hash, log_index, order_hash, recipient, amount)
        where not exists (select 1 from order_replica o where o.hash = f.order_hash and o.shipper)
        on conflict do nothing returning tx_hash, log_index, order_hash)
      select k.tx_hash as "txHash", k.log_index as "logIndex" from kept k
      join order_replica o on o.hash = k.order_hash`,
    values: columns(
      fills,
      ({ txHash }) => txHash,
      ({ logIndex }) => logIndex,
      ({ orderHash }) => orderHash,
      ({ recipient }) => recipient,
      ({ amount }) => amount,
    ),
  })
  await enqueue(tx, kept.rows, now)
}

/** Has fills recorded that came before their orders were known; those of orders in baht turn out to be deliveries. */
export async function recordFillsOf(
  tx: Tx,
  orders: readonly { hash: string; shipper: boolean }[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<FillRef>({
    name: 'crypto.fills_of_orders_2',
    text: `with deliveries as (delete from crypto_fill where order_hash = any($2) and shipping_id is null)
      select tx_hash as "txHash", log_index as "logIndex" from crypto_fill
      where order_hash = any($1) and shipping_id is null`,
    values: [true, false].map((inCrypto) =>
      orders.filter(({ shipper }) => shipper !== inCrypto).map(({ hash }) => hash),
    ),
  })
  await enqueue(tx, rows, now)
}

/** Has fills given to whom they belong that were nobody's before these wallets were known. */
export async function recordFillsBy(tx: Tx, wallets: readonly string[], now: Date): Promise<void> {
  const { rows } = await tx.query<FillRef>(
    `select tx_hash as "txHash", log_index as "logIndex" from crypto_fill
     where fulfiller_customer_id is null and shipping_id is not null
       and (sender = any($1) or recipient = any($1))`,
    [wallets],
  )
  await enqueue(tx, rows, now)
}
