import type { Tx } from '@talad/shared/db'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { OpenShipping } from '../order/decide.ts'
import type { KnownShipping } from '../viewer/decide.ts'

/** A shipping as its service has published it. */
export type SavedShipping = {
  shippingId: string
  orderHash: string
  status: string
  paymentStatus: string
  amount: string
  txHash: string
  heldUntil: Date | undefined
  revision: number
}

/** An older state than the one that is known changes nothing. */
export async function saveShipping(tx: Tx, shipping: SavedShipping): Promise<void> {
  await tx.query({
    name: 'order-book.save_shipping',
    text: `insert into shipping (shipping_id, order_hash, status, payment_status, amount, tx_hash, held_until, revision)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (shipping_id) do update set status = excluded.status,
       payment_status = excluded.payment_status, tx_hash = excluded.tx_hash,
       held_until = excluded.held_until, revision = excluded.revision
     where shipping.revision < excluded.revision`,
    values: [
      shipping.shippingId,
      shipping.orderHash,
      shipping.status,
      shipping.paymentStatus,
      shipping.amount,
      shipping.txHash,
      shipping.heldUntil ?? null,
      shipping.revision,
    ],
  })
}

/** Every shipping of an order, in the transaction that decides by them (OB-14). */
export async function shippingsOf(tx: Tx, orderHash: string): Promise<OpenShipping[]> {
  const found = await tx.query<{ status: string; payment_status: string }>(
    'select status, payment_status from shipping where order_hash = $1',
    [orderHash],
  )
  return found.rows.map((row) => ({ status: row.status, paymentStatus: row.payment_status }))
}

/** The shippings of several orders by order hash. */
export async function shippingsByOrder(
  prisma: PrismaClient,
  hashes: readonly string[],
): Promise<Map<string, KnownShipping[]>> {
  const rows = await prisma.shipping.findMany({ where: { order_hash: { in: [...hashes] } } })
  const byOrder = new Map<string, KnownShipping[]>()
  for (const row of rows) {
    const shipping = {
      status: row.status,
      amount: BigInt(row.amount.toFixed()),
      txHash: row.tx_hash,
      heldUntil: row.held_until ?? undefined,
    }
    byOrder.set(row.order_hash, [...(byOrder.get(row.order_hash) ?? []), shipping])
  }
  return byOrder
}
