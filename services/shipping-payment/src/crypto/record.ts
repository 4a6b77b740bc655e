import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeIn, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import type { CryptoOrder } from '../order/offered.ts'
import { ownerOf, type Person } from '../replicas/account.ts'
import { findCryptoOrder } from '../replicas/crypto-order.ts'
import { lockOwners } from '../replicas/own-order.ts'
import type { Fill } from './decide.ts'
import type { FillRef } from './fills.ts'
import { cryptoShippings } from './stream.ts'

type Row = Fill & {
  orderHash: string
  sender: string | null
  shippingId: string | null
  owner: string | null
}

const SELECT = `select tx_hash as "txHash", order_hash as "orderHash", recipient, amount, sender,
  shipping_id as "shippingId", fulfiller_customer_id as owner from crypto_fill
  where tx_hash = $1 and log_index = $2`

/** What they have open on this order and may have meant by the transaction, what names it first. */
async function intentsOf(tx: Tx, { orderHash, txHash }: Row, { customerId }: Person): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from crypto_shipping where order_hash = $1 and opened_by_customer_id = $2
       and status in ('pending', 'processing') and coalesce(tx_hash, $3) = $3
     order by tx_hash nulls last, created_at`,
    [orderHash, customerId, txHash],
  )
  return rows.map(({ id }) => id)
}

/** @returns the purchase that the fill is recorded in */
async function record(
  tx: Tx,
  row: Row,
  order: CryptoOrder,
  by: Person | undefined,
  now: Date,
): Promise<string> {
  if (row.shippingId !== null) {
    if (by) await changeIn(tx, cryptoShippings, row.shippingId, { type: 'Attribute', by, now }, now)
    return row.shippingId
  }
  const command = { type: 'RecordFill' as const, fill: row, by, order, now }
  const intents = by ? await intentsOf(tx, row, by) : []
  for (const id of [...intents, newId(now)]) {
    const { events } = await changeIn(tx, cryptoShippings, id, command, now)
    if (events.length > 0) return id
  }
  throw new Error(`the fill of ${row.orderHash} by ${row.txHash} was not recorded`)
}

/**
 * SP-28: records a fill of an order in crypto in the sales and purchases of its people, whether or not a call named it.
 * Whose it is the chain says: the owner of the wallet that sent the transaction or, where that is nobody's, of the one
 * that received.
 * @throws what the node throws when it can't be asked
 */
export async function recordFill(deps: Deps, { txHash, logIndex }: FillRef): Promise<void> {
  const [known] = (await deps.db.query<Row>(SELECT, [txHash, logIndex])).rows
  const order = known && (await findCryptoOrder(deps.db, known.orderHash))
  if (!order || order.shipper || known.owner !== null) return
  const sender = known.sender ?? (await deps.delivery.senderOf(txHash))
  await transact(deps, async (tx) => {
    await lockOwners(tx, 'shared')
    const [row] = (await tx.query<Row>(`${SELECT} for update`, [txHash, logIndex])).rows
    if (!row || row.owner !== null) return
    const by = await ownerOf(tx, [sender, row.recipient])
    const shippingId = await record(tx, row, order, by, deps.now())
    await tx.query(
      `update crypto_fill set shipping_id = $3, sender = $4, fulfiller_customer_id = $5
       where tx_hash = $1 and log_index = $2`,
      [txHash, logIndex, shippingId, sender, by?.customerId ?? null],
    )
  })
}
