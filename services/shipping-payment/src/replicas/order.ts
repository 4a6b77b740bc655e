import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Item } from '@talad/market/suspensions'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { arrayText, type Queryable, type Tx } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import { z } from 'zod'
import type { OfferedOrder } from '../order/offered.ts'

const sharesColumn = z.array(
  z.object({ customerId: z.string(), type: z.enum(['net', 'royalty', 'service']), basisPoints: z.int() }),
)
const contractType = z.enum(['erc721', 'erc1155'])

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`order message without ${name}`)
  return value
}

/** The orders that can be bought here. */
export const orders = replica({
  name: 'order',
  tables: ['order_replica'],
  topic: 'order-book.order.v1',
  event: OrderChangedSchema,
  key: ['hash'],
  revision: 'revision',
  changing: ['revision', 'status', 'inactive', 'filled'],
  columns(order) {
    const asset = required(order.asset, 'asset')
    const price = required(order.price, 'price')
    return {
      hash: order.hash,
      order_id: order.orderId,
      revision: order.revision,
      type: order.type,
      status: order.status,
      inactive: order.inactive,
      shipper: order.shipper,
      blockchain: order.blockchain,
      contract_address: asset.contractAddress,
      contract_type: contractType.parse(asset.contractType),
      token_id: asset.tokenId,
      seller_customer_id: order.offererCustomerId,
      seller_account_id: order.offererAccountId,
      total: order.amount,
      filled: order.filled,
      price: price.raw,
      starts_at: timestampDate(required(order.start, 'start')),
      ends_at: timestampDate(required(order.end, 'end')),
      signed_end: timestampDate(required(order.signedEnd, 'signed_end')),
      shares: order.distribution.map(({ customerId, type, basisPoints }) => ({
        customerId,
        type,
        basisPoints,
      })),
      parameters: JSON.parse(order.parametersJson),
      signature: order.signature,
      price_token: price.tokenAddress,
      price_symbol: price.symbol,
      price_decimals: price.decimals,
      counterparty_customer_id: order.counterpartyCustomerId,
    }
  },
})

type OrderRow = {
  hash: string
  order_id: string
  type: string
  status: string
  inactive: boolean
  shipper: boolean
  blockchain: string
  contract_address: string
  contract_type: string
  token_id: string
  seller_customer_id: string
  seller_account_id: string
  total: bigint
  filled: bigint
  price: bigint
  starts_at: Date
  ends_at: Date
  signed_end: Date
  shares: unknown
  counterparty_customer_id: string
}

/** The order as it is known now; undefined when it is unknown. */
export async function findOrder(db: Queryable, hash: string): Promise<OfferedOrder | undefined> {
  const found = await db.query<OrderRow>('select * from order_replica where hash = $1', [hash])
  const row = found.rows[0]
  return (
    row && {
      orderId: row.order_id,
      hash: row.hash,
      blockchain: row.blockchain,
      contractAddress: row.contract_address,
      contractType: contractType.parse(row.contract_type),
      tokenId: row.token_id,
      sellerCustomerId: row.seller_customer_id,
      sellerAccountId: row.seller_account_id,
      signedEnd: row.signed_end,
      type: row.type,
      status: row.status,
      inactive: row.inactive,
      shipper: row.shipper,
      total: row.total,
      filled: row.filled,
      price: row.price,
      start: row.starts_at,
      end: row.ends_at,
      shares: sharesColumn.parse(row.shares),
      ...(row.counterparty_customer_id && { counterparty: row.counterparty_customer_id }),
    }
  )
}

/** What the relayer needs to fulfil an order on chain. */
export type Signed = { parameters: unknown; signature: string; total: bigint }
/** What a shipping is about, and what its order is at the moment; OB-43: `own`, whether the buyer's wallet offers it. */
export type Ordered = Signed & { item: Item; status: string; own: boolean }

/**
 * What shippings are about, by their ids; those of which the order is not known are left out. Who changes an order just now
 * is waited for: it finds what the caller's transaction makes of the shipping, or the caller finds the order changed.
 */
export async function orderedOf(tx: Tx, shippingIds: readonly string[]): Promise<Map<string, Ordered>> {
  type Found = Omit<Ordered, 'item'> & {
    id: string
    blockchain: string
    contract_address: string
    token_id: string
  }
  const { rows } = await tx.query<Found>({
    name: 'shipping.ordered_3',
    text: `select s.id, o.status, o.blockchain, o.contract_address, o.token_id, o.parameters, o.signature, o.total,
        exists (select 1 from account_replica a where a.customer_id = s.buyer_customer_id
          and a.wallets @> array[lower(o.parameters ->> 'offerer')]) as own
      from order_replica o join shipping s on s.order_hash = o.hash where s.id = any($1::text[])
      order by o.hash for share of o`,
    values: [arrayText(shippingIds)],
  })
  return new Map(
    rows.map(({ id, blockchain, contract_address: contractAddress, token_id: tokenId, ...order }) => [
      id,
      { ...order, item: { blockchain, contractAddress, tokenId } },
    ]),
  )
}

/** SP-22: whether the order book says that the order of a shipping can be bought at this moment. */
export async function isOrderReady(db: Queryable, shippingId: string): Promise<boolean> {
  const found = await db.query<{ inactive: boolean }>(
    'select o.inactive from order_replica o join shipping s on s.order_hash = o.hash where s.id = $1',
    [shippingId],
  )
  return found.rows[0]?.inactive === false
}

/** An order as its seller has signed it. */
export async function signedOrder(db: Queryable, hash: string): Promise<Signed | undefined> {
  const { rows } = await db.query<Signed>({
    name: 'shipping.signed_order',
    text: 'select parameters, signature, total from order_replica where hash = $1',
    values: [hash],
  })
  return rows[0]
}
