import { isSuspended, lockContract } from '@talad/market/suspensions'
import type { Attempt } from '@talad/shared/http/idempotency'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import type { CryptoOrder } from '../order/offered.ts'
import { findCryptoOrder } from '../replicas/crypto-order.ts'
import { waitForReplica } from '../replicas/wait-for-replica.ts'
import { fillsOf, lockOrder } from './fills.ts'
import type { CryptoShipping } from './state.ts'
import { cryptoShippings } from './stream.ts'

export type Wanted = {
  orderHash: string
  by: { customerId: string; accountId: string }
  recipient: string | undefined
  amount: bigint
}
export type Opened = { id: string; shipping: CryptoShipping }

async function holderOf({ db }: Pick<Deps, 'db'>, orderHash: string): Promise<Opened | undefined> {
  const found = await db.query<{ id: string }>(
    `select id from crypto_shipping where order_hash = $1 and status in ('pending', 'processing')`,
    [orderHash],
  )
  const id = found.rows[0]?.id
  const shipping = id === undefined ? undefined : (await load(db, cryptoShippings, id)).state
  return id !== undefined && shipping ? { id, shipping } : undefined
}

function isSame({ shipping }: Opened, { by, recipient, amount }: Wanted): boolean {
  return shipping.openedBy === by.customerId && shipping.amount === amount && shipping.recipient === recipient
}

function store(deps: Deps, id: string, wanted: Wanted, order: CryptoOrder | undefined, own?: Opened) {
  return transact(deps, async (tx) => {
    const now = deps.now()
    if (order) await lockContract(tx, order, 'trade')
    const suspended = order !== undefined && (await isSuspended(tx, order))
    if (own) await changeIn(tx, cryptoShippings, own.id, { type: 'Supersede', now }, now)
    return changeIn(tx, cryptoShippings, id, { ...wanted, type: 'Open', order, suspended, now }, now)
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
  const holder = await holderOf(deps, wanted.orderHash)
  if (holder && isSame(holder, wanted)) return holder
  const own = holder?.shipping.openedBy === wanted.by.customerId ? holder : undefined
  const { state } = await store(deps, id, wanted, order, own)
  if (!state) throw new Error('a purchase was opened without a state')
  return { id, shipping: state }
}

/**
 * SP-28: the transaction that should prove it; the chain may have told of it already.
 * @throws Rejection SHIPPING_NOT_FOUND, SHIPPING_NOT_PENDING, TX_HASH_TAKEN
 */
export async function recordSent(
  deps: Deps,
  id: string,
  by: string,
  txHash: string,
): Promise<CryptoShipping> {
  const { state: known } = await load(deps.db, cryptoShippings, id)
  if (!known) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return transact(deps, async (tx) => {
    const now = deps.now()
    await lockOrder(tx, known.order.hash)
    let { state } = await changeIn(tx, cryptoShippings, id, { type: 'RecordSent', by, txHash, now }, now)
    for (const fill of await fillsOf(tx, txHash, known.order.hash)) {
      ;({ state } = await changeIn(tx, cryptoShippings, id, { type: 'RecordFill', fill, now }, now))
    }
    return state ?? known
  })
}
