import { isSuspended, lockContract } from '@talad/market/suspensions'
import type { Tx } from '@talad/shared/db'
import type { Attempt } from '@talad/shared/http/idempotency'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import type { CryptoOrder } from '../order/offered.ts'
import { findCryptoOrder } from '../replicas/crypto-order.ts'
import { offers } from '../replicas/own-order.ts'
import { waitForReplica } from '../replicas/wait-for-replica.ts'
import type { CryptoShipping } from './state.ts'
import { cryptoShippings } from './stream.ts'

export type Wanted = {
  orderHash: string
  by: { customerId: string; accountId: string }
  recipient: string | undefined
  amount: bigint
}
export type Opened = { id: string; shipping: CryptoShipping }

/** What the person has open on an order already, what was sent first. Others' are no concern of theirs (SP-28). */
async function ownOf({ db }: Pick<Deps, 'db'>, { orderHash, by }: Wanted): Promise<Opened | undefined> {
  const found = await db.query<{ id: string }>(
    `select id from crypto_shipping where order_hash = $1 and opened_by_customer_id = $2
       and status in ('pending', 'processing') order by tx_hash nulls last, created_at limit 1`,
    [orderHash, by.customerId],
  )
  const id = found.rows[0]?.id
  const shipping = id === undefined ? undefined : (await load(db, cryptoShippings, id)).state
  return id !== undefined && shipping ? { id, shipping } : undefined
}

function isSame({ shipping }: Opened, { recipient, amount }: Wanted): boolean {
  return shipping.amount === amount && shipping.recipient === recipient
}

function store(deps: Deps, id: string, wanted: Wanted, order: CryptoOrder | undefined, own?: Opened) {
  return transact(deps, async (tx) => {
    const now = deps.now()
    if (order) await lockContract(tx, order, 'trade')
    const suspended = order !== undefined && (await isSuspended(tx, order))
    const isOwn = await offers(tx, { orderHash: wanted.orderHash, buyerCustomerId: wanted.by.customerId })
    if (own) await changeIn(tx, cryptoShippings, own.id, { type: 'Supersede', now }, now)
    return changeIn(
      tx,
      cryptoShippings,
      id,
      { ...wanted, type: 'Open', order, suspended, own: isOwn, now },
      now,
    )
  })
}

/**
 * SP-28: keeps that somebody is about to fill an order in crypto. It reserves nothing on the chain, which decides who
 * comes first. What the person had begun and not sent gives way; what is the same is answered again.
 * @throws Rejection in the order of SP-9
 */
export async function openCrypto(
  deps: Deps,
  wanted: Wanted,
  { id, again }: Pick<Attempt, 'id' | 'again'>,
): Promise<Opened> {
  const before = again ? (await load(deps.db, cryptoShippings, id)).state : undefined
  if (before) return { id, shipping: before }
  const order = await waitForReplica(() => findCryptoOrder(deps.db, wanted.orderHash))
  const own = await ownOf(deps, wanted)
  if (own && isSame(own, wanted)) return own
  const { state } = await store(deps, id, wanted, order, own)
  if (!state) throw new Error('a purchase was opened without a state')
  return { id, shipping: state }
}

/** In what else a fill by this transaction, which is theirs by the chain's word, is recorded already. */
async function recordedAs(tx: Tx, id: string, by: string, orderHash: string, txHash: string) {
  const { rows } = await tx.query<{ id: string }>(
    `select shipping_id as id from crypto_fill where tx_hash = $1 and order_hash = $2
       and fulfiller_customer_id = $3 and shipping_id <> $4 limit 1`,
    [txHash, orderHash, by, id],
  )
  return rows[0]?.id
}

/**
 * SP-28: the transaction that should prove it. An intent gives way to what the chain has told of it already.
 * @throws Rejection SHIPPING_NOT_FOUND, SHIPPING_NOT_PENDING
 */
export async function recordSent(deps: Deps, id: string, by: string, txHash: string): Promise<Opened> {
  return transact(deps, async (tx) => {
    const now = deps.now()
    const { state: known } = await load(tx, cryptoShippings, id)
    if (known?.openedBy !== by) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
    const recorded = await recordedAs(tx, id, by, known.order.hash, txHash)
    const command =
      recorded === undefined
        ? { type: 'RecordSent' as const, by, txHash, now }
        : { type: 'Supersede' as const, now }
    const { state: own } = await changeIn(tx, cryptoShippings, id, command, now)
    const shipping = recorded === undefined ? own : (await load(tx, cryptoShippings, recorded)).state
    if (!shipping) throw new Error('a purchase without a state')
    return { id: recorded ?? id, shipping }
  })
}
