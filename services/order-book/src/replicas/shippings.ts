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
  group: 'order-book.shipping',
  lingerMs: 150, // a seller who cancels is refused by it (OB-14)
  event: ShippingChangedSchema,
  key: ['shipping_id'],
  revision: 'revision',
  changing: ['status', 'payment_status', 'tx_hash', 'held_until', 'revision'],
  columns: (event) => ({
    shipping_id: event.shippingId,
    order_hash: event.orderHash,
    status: event.status,
    payment_status: event.paymentStatus,
    amount: event.amount,
    tx_hash: event.txHash,
    held_until: event.heldUntil ? timestampDate(event.heldUntil) : null,
    revision: event.revision,
  }),
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
