import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { columns, type Queryable } from '@talad/shared/db'
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

/** The orders of all assets, as far as they bear on prices and the timeline (AI-9, AI-18). */
export const orders = replica({
  name: 'order',
  tables: ['order_replica'],
  topic: 'order-book.order.v1',
  event: OrderChangedSchema,
  key: ['hash'],
  revision: 'revision',
  changing: ['revision', 'status', 'inactive', 'start_at', 'end_at', 'filled'],
  columns(message) {
    const { price, ...order } = readOrder(message)
    return {
      hash: order.hash,
      order_id: order.orderId,
      revision: order.revision,
      type: order.type,
      status: order.status,
      inactive: order.inactive,
      shipper: order.shipper,
      asset_id: order.assetId,
      offerer: order.offerer,
      token_address: price.tokenAddress,
      symbol: price.symbol,
      family: price.family,
      decimals: price.decimals,
      raw: price.raw,
      amount: order.amount,
      unit_value: formatDecimal(BigInt(price.raw) / BigInt(order.amount), price.decimals), // OB-21
      start_at: order.start,
      end_at: order.end,
      created_at: order.createdAt,
      filled: order.filled,
    }
  },
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
