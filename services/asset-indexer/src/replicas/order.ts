import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { columns, type Queryable, type Tx } from '@talad/shared/db'
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
    start: date,
    end: date,
    createdAt: date,
    at: date,
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

/** Keeps the newest public state of orders, each once; an older revision that comes late is passed over. */
async function saveOrders(tx: Tx, messages: readonly OrderChanged[]): Promise<void> {
  const rows = messages.map(readOrder).map((order) => {
    const { price } = order
    // OB-21: the price divides by the amount
    const unit = formatDecimal(BigInt(price.raw) / BigInt(order.amount), price.decimals)
    return { ...order, price, unit }
  })
  await tx.query({
    name: 'order.save',
    text: `insert into order_replica (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer,
       token_address, symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at, filled)
     select hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer, token_address, symbol, family,
       decimals, raw, amount, unit_value, start_at, end_at, created_at, filled
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::text[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::int[], $14::numeric[], $15::numeric[], $16::numeric[],
       $17::timestamptz[], $18::timestamptz[], $19::timestamptz[], $20::numeric[])
       as o (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer, token_address, symbol, family,
         decimals, raw, amount, unit_value, start_at, end_at, created_at, filled)
     order by hash
     on conflict (hash) do update set revision = excluded.revision, status = excluded.status,
       inactive = excluded.inactive, start_at = excluded.start_at, end_at = excluded.end_at,
       filled = excluded.filled
     where order_replica.revision < excluded.revision`,
    values: columns(
      rows,
      (row) => row.hash,
      (row) => row.orderId,
      (row) => row.revision,
      (row) => row.type,
      (row) => row.status,
      (row) => row.inactive,
      (row) => row.shipper,
      (row) => row.assetId,
      (row) => row.offerer,
      (row) => row.price.tokenAddress,
      (row) => row.price.symbol,
      (row) => row.price.family,
      (row) => row.price.decimals,
      (row) => row.price.raw,
      (row) => row.amount,
      (row) => row.unit,
      (row) => row.start.toISOString(),
      (row) => row.end.toISOString(),
      (row) => row.createdAt.toISOString(),
      (row) => row.filled,
    ),
  })
}

/** The orders of all assets, as far as they bear on prices and the timeline (AI-9, AI-18). */
export const orders = replica({
  name: 'order',
  tables: ['order_replica'],
  topic: 'order-book.order.v1',
  event: OrderChangedSchema,
  save: (tx, message) => saveOrders(tx, [message]),
  saveAll: saveOrders,
})

/** Those of these orders whose revision is the newest one that is known. */
export async function newestOf(db: Queryable, some: readonly Order[]): Promise<Order[]> {
  const { rows } = await db.query<{ hash: string }>({
    name: 'order.newest',
    text: `select hash from order_replica
      where (hash, revision) in (select * from unnest($1::text[], $2::int[]))`,
    values: columns(
      some,
      ({ hash }) => hash,
      ({ revision }) => revision,
    ),
  })
  const newest = new Set(rows.map(({ hash }) => hash))
  return some.filter(({ hash }) => newest.has(hash))
}
