import { timestampDate } from '@bufbuild/protobuf/wkt'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import type { Tx } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import type { PrismaClient } from '../generated/prisma/client.ts'

/** What is being bought of each order. */
export const shippings = replica({
  name: 'shippings',
  tables: ['shipping'],
  topic: 'shipping-payment.shipping.v1',
  event: ShippingChangedSchema,
  async save(tx, event) {
    await tx.query({
      name: 'order-book.save_shipping',
      text: `insert into shipping (shipping_id, order_hash, status, payment_status, amount, tx_hash, held_until, revision)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (shipping_id) do update set status = excluded.status,
         payment_status = excluded.payment_status, tx_hash = excluded.tx_hash,
         held_until = excluded.held_until, revision = excluded.revision
       where shipping.revision < excluded.revision`,
      values: [
        event.shippingId,
        event.orderHash,
        event.status,
        event.paymentStatus,
        event.amount,
        event.txHash,
        event.heldUntil ? timestampDate(event.heldUntil) : null,
        event.revision,
      ],
    })
  },
})

/** What has not ended: of an order that sells for years the rest only grows. */
const OPEN = ['pending', 'processing', 'mined']

/** The open shippings of an order, in the transaction that decides by them (OB-14). */
export async function openShippingsOf(tx: Tx, orderHash: string) {
  const found = await tx.query<{ status: string; payment_status: string }>(
    'select status, payment_status from shipping where order_hash = $1 and status = any($2)',
    [orderHash, OPEN],
  )
  return found.rows.map((row) => ({ status: row.status, paymentStatus: row.payment_status }))
}

/** A shipping as far as it is known here. */
export type KnownShipping = {
  status: string
  amount: bigint
  txHash: string
  /** when it stops keeping others off, unless it is paid; undefined once it is */
  heldUntil: Date | undefined
}

/** The open shippings of several orders by order hash. */
export async function openShippingsByOrder(
  prisma: PrismaClient,
  hashes: readonly string[],
): Promise<Map<string, KnownShipping[]>> {
  const rows = await prisma.shipping.findMany({
    where: { order_hash: { in: [...hashes] }, status: { in: OPEN } },
  })
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
