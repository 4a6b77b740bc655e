import { isSuspended, lockContract } from '@talad/market/suspensions'
import type { NotOpen } from '@talad/proto/http/shipping-payment/not-open'
import { orUnavailable } from '@talad/shared/chain/client'
import type { Queryable } from '@talad/shared/db'
import type { Attempt } from '@talad/shared/http/idempotency'
import { Rejection } from '@talad/shared/rejection'
import { change, changeIn, transact } from '@talad/shared/stream'
import { deliveryData, handoverOf } from '../delivery/calldata.ts'
import type { Deps } from '../deps.ts'
import type { OfferedOrder } from '../order/offered.ts'
import { findOrder, signedOrder } from '../replicas/order.ts'
import { lockOwners, offers } from '../replicas/own-order.ts'
import { waitForReplica } from '../replicas/wait-for-replica.ts'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'
import { LAPSE_MS } from './decide-reservation.ts'
import { hasFailed } from './delivery.ts'
import type { Shipping } from './state.ts'
import { loadShipping, shippings } from './stream.ts'

export type Wanted = {
  orderHash: string
  buyerCustomerId: string
  buyerAccountId: string
  recipient: string | undefined
  amount: bigint
  deferPayment: boolean
  originUrl: string
}

export type Opened = { id: string; shipping: Shipping }

/**
 * SP-29: the delivery is tried out from the relayer; who can't hold the item is told apart from a dead order.
 * @returns whether it goes to a contract
 */
async function requireDeliverable(
  deps: Deps,
  order: OfferedOrder,
  { amount, recipient }: { amount: bigint; recipient: string },
): Promise<boolean> {
  const { delivery, db, log } = deps
  const signed = await signedOrder(db, order.hash)
  if (!signed) throw new Rejection('ORDER_NOT_FOUND')
  const handover = handoverOf(signed, order, amount)
  const passes = (to: string) => delivery.simulate(deliveryData(signed, amount, to))
  const asked = Promise.all([
    delivery.canHold(handover, recipient),
    passes(recipient),
    delivery.isContract(recipient),
  ])
  const [holds, delivered, isContract] = await orUnavailable(log, asked)
  if (holds && delivered) return isContract
  // who has it now can hold it: where not even they would get it, the order is dead for everybody
  const mayBeTheirs = isContract || !holds
  const alive = delivered || (mayBeTheirs && (await orUnavailable(log, passes(handover.holder))))
  if (!alive) {
    const reason: NotOpen = 'not_deliverable'
    throw new Rejection('ORDER_NOT_OPEN', { details: { reason } })
  }
  throw new Rejection('INVALID_RECIPIENT', { field: 'recipient_address' })
}

async function holderOf(deps: Deps, orderHash: string): Promise<Opened | undefined> {
  const found = await deps.db.query<{ id: string }>(
    `select id from shipping where order_hash = $1 and status in ('pending', 'processing', 'mined')`,
    [orderHash],
  )
  const id = found.rows[0]?.id
  if (id === undefined) return undefined
  const { state } = await loadShipping(deps.db, id)
  return state && { id, shipping: state }
}

/** The same person asks for the same thing again: a double click, or a tab opened anew (GW-10: the natural key). */
function isSame({ shipping }: Opened, wanted: Wanted): boolean {
  return (
    shipping.buyerCustomerId === wanted.buyerCustomerId &&
    shipping.amount === wanted.amount &&
    shipping.recipient === wanted.recipient
  )
}

/** SP-5: what the buyer let lapse of any order, or canceled of this one. */
async function lapsesOf(
  db: Queryable,
  { buyerCustomerId, orderHash, now }: Pick<Wanted, 'buyerCustomerId' | 'orderHash'> & { now: Date },
): Promise<{ count: number; last: Date | null }> {
  const { rows } = await db.query<{ count: number; last: Date | null }>({
    name: 'shipping.lapses',
    text: `select count(*)::int as count, max(updated_at) as last from shipping
      where buyer_customer_id = $1 and lapsed is not null and (lapsed <> 'buyer' or order_hash = $2)
        and updated_at > greatest($3, (select max(updated_at) from shipping
          where buyer_customer_id = $1 and payment_status = 'completed'))`,
    values: [buyerCustomerId, orderHash, new Date(now.getTime() - LAPSE_MS)],
  })
  return rows[0] ?? { count: 0, last: null }
}

async function store(
  deps: Deps,
  id: string,
  command: Extract<Command, { type: 'Open' }> & Wanted,
): Promise<Opened> {
  const { state } = await transact(deps, async (tx) => {
    const { order, now } = command
    if (order) await lockContract(tx, order, 'trade')
    const suspended = order !== undefined && (await isSuspended(tx, order))
    const failedBefore = await hasFailed(tx, command)
    const lapses = await lapsesOf(tx, command)
    await lockOwners(tx, 'shared')
    const own = await offers(tx, command)
    return changeIn(tx, shippings, id, { ...command, suspended, own, failedBefore, lapses }, now)
  })
  if (!state) throw new Error('a shipping was opened without a state')
  return { id, shipping: state }
}

const isBusy = (error: unknown) => error instanceof Rejection && error.code === 'ORDER_BUSY'

/** SP-6: the buyer who holds the order themself gets the id of what they have. */
function busy(holder: Opened | undefined, { buyerCustomerId }: Wanted): Rejection {
  const isOwn = holder?.shipping.buyerCustomerId === buyerCustomerId
  return new Rejection('ORDER_BUSY', {
    details: isOwn ? { own: true, shipping_id: holder?.id } : { own: false },
  })
}

/** SP-5: an idle holder of the order gives way. @throws Rejection ORDER_BUSY */
async function supersede(deps: Deps, holder: Opened, wanted: Wanted, now: Date): Promise<void> {
  try {
    await change(deps, shippings, holder.id, { type: 'Supersede', reason: 'idle', now })
  } catch (error) {
    throw isBusy(error) ? busy(holder, wanted) : error
  }
}

/**
 * Opens a shipping on an order (SP-9). The limits are constraints of the insert (SP-6); an idle holder of the order
 * gives way (SP-5).
 * @throws Rejection in the order of SP-9, UNAVAILABLE when the chain can't be asked
 */
export async function openShipping(
  deps: Deps,
  wanted: Wanted,
  { id, again }: Pick<Attempt, 'id' | 'again'>,
): Promise<Opened> {
  const now = deps.now()
  // GW-10: a call that died before its answer was kept comes again, and finds what it opened, sold as it may be by now
  const before = again ? (await loadShipping(deps.db, id)).state : undefined
  if (before) return { id, shipping: before }
  const order = await waitForReplica(() => findOrder(deps.db, wanted.orderHash))
  const suspended = order !== undefined && (await isSuspended(deps.db, order))
  const command = {
    ...wanted,
    type: 'Open' as const,
    order,
    suspended,
    own: false,
    toContract: false,
    failedBefore: false,
    lapses: await lapsesOf(deps.db, { ...wanted, now }),
    now,
  }
  decide(command, undefined) // everything that needs no outside answer first
  const holder = await holderOf(deps, wanted.orderHash)
  if (holder && isSame(holder, wanted)) return holder
  if (holder) await supersede(deps, holder, wanted, now)
  if (order && wanted.recipient)
    command.toContract = await requireDeliverable(deps, order, {
      amount: wanted.amount,
      recipient: wanted.recipient,
    })
  try {
    return await store(deps, id, command)
  } catch (error) {
    if (!isBusy(error)) throw error
    const winner = await holderOf(deps, wanted.orderHash)
    if (winner && isSame(winner, wanted)) return winner
    throw busy(winner, wanted)
  }
}
