import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { formatDecimal } from '@talad/shared/money'
import { z } from 'zod'
import { saveOrderActivity } from '../activity/store.ts'
import { assetIdOf } from '../chain/ids.ts'
import type { Deps } from '../deps.ts'
import { isNewer, standing } from '../market/decide.ts'

const amount = z.string().regex(/^[0-9]{1,78}$/)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())

/** What an order must say before it bears on an asset. A message that doesn't is a fault and is put aside. */
const orderSchema = z.object({
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
  revision: z.int(),
})
type Order = z.infer<typeof orderSchema> & {
  start: Date
  end: Date
  createdAt: Date
  at: Date
  assetId: string
}

function read(message: OrderChanged, received: Date): Order {
  const order = orderSchema.parse(message)
  const date = (stamp: Parameters<typeof timestampDate>[0] | undefined) => stamp && timestampDate(stamp)
  const createdAt = date(message.createdAt) ?? received
  return {
    ...order,
    assetId: assetIdOf(order.blockchain, order.asset.contractAddress, order.asset.tokenId),
    createdAt,
    start: date(message.start) ?? createdAt,
    end: date(message.end) ?? createdAt,
    at: date(message.at) ?? received,
  }
}

async function save(tx: Tx, order: Order, now: Date): Promise<void> {
  const { live, changesAt } = standing(order, now)
  const { price } = order
  // OB-21: the price divides by the amount
  const unitValue = formatDecimal(BigInt(price.raw) / BigInt(order.amount), price.decimals)
  await tx.query(
    `insert into market_order (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer,
       token_address, symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at, live, changes_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
       $16, $17, $18, $19, $20, $21)
     on conflict (hash) do update set revision = excluded.revision, status = excluded.status,
       inactive = excluded.inactive, live = excluded.live, changes_at = excluded.changes_at,
       start_at = excluded.start_at, end_at = excluded.end_at`,
    [
      ...[order.hash, order.orderId, order.revision, order.type, order.status, order.inactive, order.shipper],
      ...[order.assetId, order.offerer, price.tokenAddress, price.symbol, price.family],
      ...[price.decimals, price.raw, order.amount, unitValue, order.start, order.end, order.createdAt],
      ...[live, changesAt ?? null],
    ],
  )
}

/** Keeps the orders' side of assets and of the timeline (AI-9, AI-18). */
export const orderChanged = consumer<typeof OrderChangedSchema, Deps>({
  topic: 'order-book.order.v1',
  group: 'asset-indexer.order',
  event: OrderChangedSchema,
  run: async (message, { tx, now }, deps) => {
    if (message.blockchain !== deps.config.CHAIN_SLUG) return
    const order = read(message, now)
    const known = await tx.query<{ revision: number }>(
      'select revision from market_order where hash = $1 for update',
      [order.hash],
    )
    if (!isNewer(order.revision, known.rows[0]?.revision)) return
    await save(tx, order, now)
    const { hash, type, assetId, asset, offerer, amount: units, createdAt } = order
    if (type !== 'deal') {
      await saveOrderActivity(tx, {
        ...{ hash, type, assetId, createdAt, amount: units, offerer },
        ...{ contract: asset.contractAddress, token: asset.tokenId },
        cancelledAt: order.status === 'cancelled' ? order.at : undefined,
      })
    }
    await tx.query('insert into market_due (asset_id) values ($1)', [assetId])
  },
})
