import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { Queryable, Tx } from '@talad/shared/db'
import { formatDecimal } from '@talad/shared/money'
import { replica } from '@talad/shared/replica'
import { z } from 'zod'
import { assetIdOf } from '../chain/ids.ts'

const amount = z.string().regex(/^[0-9]{1,78}$/)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())
const date = z.custom<Timestamp>((value) => value !== undefined, 'is missing').transform(timestampDate)

/** What an order must say before it bears on an asset. A message that doesn't is a fault and is parked. */
const orderSchema = z
  .object({
    orderId: z.string(),
    hash: z.string().regex(/^0x[0-9a-f]{64}$/),
    type: z.enum(['list', 'offer', 'deal']),
    status: z.enum(['offchain', 'validated', 'filled', 'completed', 'cancelled']),
    inactive: z.boolean(),
    shipper: z.boolean(),
    blockchain: z.string(),
    asset: z.object({ contractAddress: address, tokenId: amount }),
    price: z.object({
      tokenAddress: address,
      symbol: z.string(),
      raw: amount,
      family: z.enum(['thb', 'jfin']),
      decimals: z.int().min(0).max(36),
    }),
    offerer: address,
    amount: amount.refine((text) => BigInt(text) > 0n),
    filled: amount,
    revision: z.int(),
    ...{ start: date, end: date, createdAt: date, at: date },
  })
  .transform((order) => ({
    ...order,
    assetId: assetIdOf(order.blockchain, order.asset.contractAddress, order.asset.tokenId),
  }))
export type Order = z.infer<typeof orderSchema>

/** @throws ZodError */
export function readOrder(message: OrderChanged): Order {
  return orderSchema.parse(message)
}

/** Keeps the newest public state of an order; an older revision that comes late is passed over. */
async function saveOrder(tx: Tx, message: OrderChanged): Promise<void> {
  const order = readOrder(message)
  const { price } = order
  // OB-21: the price divides by the amount
  const unitValue = formatDecimal(BigInt(price.raw) / BigInt(order.amount), price.decimals)
  await tx.query(
    `insert into order_replica (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer,
       token_address, symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at, filled)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     on conflict (hash) do update set revision = excluded.revision, status = excluded.status,
       inactive = excluded.inactive, start_at = excluded.start_at, end_at = excluded.end_at,
       filled = excluded.filled
     where order_replica.revision < excluded.revision`,
    [
      ...[order.hash, order.orderId, order.revision, order.type, order.status, order.inactive, order.shipper],
      ...[order.assetId, order.offerer, price.tokenAddress, price.symbol, price.family],
      ...[
        price.decimals,
        price.raw,
        order.amount,
        unitValue,
        order.start,
        order.end,
        order.createdAt,
        order.filled,
      ],
    ],
  )
}

/** The orders of all assets, as far as they bear on prices and the timeline (AI-9, AI-18). */
export const orders = replica({
  name: 'order',
  tables: ['order_replica'],
  topic: 'order-book.order.v1',
  event: OrderChangedSchema,
  save: saveOrder,
})

/** Whether this revision of an order is the newest one that is known. */
export async function isNewest(db: Queryable, { hash, revision }: Order): Promise<boolean> {
  const known = await db.query('select 1 from order_replica where hash = $1 and revision = $2', [
    hash,
    revision,
  ])
  return known.rows.length === 1
}
