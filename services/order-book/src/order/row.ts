import { tokensNear } from '@talad/market/suspensions'
import type { NftRange } from '@talad/proto/nft-range'
import { arrayText, columns, type Tx } from '@talad/shared/db'
import { lockKey, lockKeys } from '@talad/shared/lock-key'
import type { Change } from '@talad/shared/stream'
import { unixSeconds } from '@talad/shared/unix-time'
import { isOpen } from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'
import type { OpenOrders } from './decide.ts'
import { activityCheck } from './due.ts'
import type { Limits, OrderEvent } from './events.ts'
import { type OrderState, orderStatusOf } from './state.ts'
import { recallTransfers } from './transfers.ts'

/**
 * Whoever puts an order of a wallet and whoever reads that wallet's transfers and counters take turns (OB-15, OB-16).
 * Locks are taken in one order, so that nobody waits in a circle: customer, offerer, row of an order, events, jobs.
 */
export async function lockOfferer(tx: Tx, offerer: string): Promise<void> {
  await lockKey(tx, `offerer:${offerer}`)
}

/** The same of several. */
export const lockOfferers = (tx: Tx, offerers: readonly string[]) =>
  lockKeys(
    tx,
    offerers.map((offerer) => `offerer:${offerer}`),
  )

/** Locks the offerers of those orders that are ours. @returns them by the order's hash */
export async function lockOfferersOf(tx: Tx, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const found = await tx.query<{ hash: string; offerer: string }>(
    'select hash, offerer from order_row where hash = any($1)',
    [hashes],
  )
  const offerers = new Map(found.rows.map(({ hash, offerer }) => [hash, offerer]))
  await lockOfferers(tx, [...offerers.values()])
  return offerers
}

/** Who counts what a customer has open, and puts an order by it, waits for others who do (OB-26). */
export async function lockSeller(tx: Tx, terms: Terms): Promise<void> {
  await lockKey(tx, `customer:${terms.customerId}`)
  await lockOfferer(tx, terms.offerer)
}

/** Who works on orders and their checks at once waits here in line, and holds nothing meanwhile. */
export async function lockRows(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx.query({
    name: 'order-book.lock_rows',
    text: 'select from order_row where hash = any($1) order by hash for no key update',
    values: [arrayText(hashes)],
  })
}

/** OB-26: what a customer has open and not past its display end. Whoever calls has locked the seller. */
export async function countOpen(tx: Tx, terms: Terms, now: Date): Promise<OpenOrders> {
  const counted = await tx.query<{ of_customer: bigint; of_asset: bigint }>(
    `select count(*) as of_customer, count(*) filter (where contract = $2 and token_id = $3) as of_asset
     from order_row where customer_id = $1 and open and display_end >= $4`,
    [terms.customerId, terms.contract, terms.tokenId, unixSeconds(now)],
  )
  const [row] = counted.rows
  return { ofCustomer: Number(row?.of_customer), ofAsset: Number(row?.of_asset) }
}

type Changed = Change<OrderState, OrderEvent>

const isOpenState = (state: OrderState) =>
  state.terms !== undefined && isOpen(orderStatusOf(state, state.terms).status)

/**
 * Writes the rows of orders beside their events: their constraints are the limits of OB-26, and what the chain says of a
 * wallet finds its orders by them. What is open, or open again, is looked at at once.
 */
export async function saveRows(tx: Tx, changes: readonly Changed[]): Promise<void> {
  const known: OrderState[] = []
  for (const { state, events } of changes) {
    const put = events.find((event) => event.type === 'OrderPut')
    if (put && state.terms) await insert(tx, state.terms, put.data.limits, put.at)
    else known.push(state)
  }
  await update(tx, known)
  const isOpened = ({ before, state }: Changed) => isOpenState(state) && !isOpenState(before)
  const opened = changes.filter(isOpened).flatMap(({ state }) => state.terms ?? [])
  const at = changes[0]?.events[0]?.at
  if (opened.length === 0 || !at) return
  // no transfer may be heard of between this look and the commit
  await lockOfferers(
    tx,
    opened.map(({ offerer }) => offerer),
  )
  await recallTransfers(tx, opened, at)
  await checkAll(tx, opened, at)
}

/** The row's trigger holds the limits too, whatever was decided. */
async function insert(tx: Tx, terms: Terms, limits: Limits | undefined, at: Date): Promise<void> {
  await tx.query(
    `insert into order_row (hash, order_id, customer_id, offerer, contract, token_id, counter, open, display_end,
       signed_end, put_at, limit_of_customer, limit_of_asset)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9, $10, $11, $12)`,
    [
      terms.hash,
      terms.orderId,
      terms.customerId,
      terms.offerer,
      terms.contract,
      terms.tokenId,
      terms.parameters.counter,
      terms.end,
      terms.signedEnd,
      unixSeconds(at),
      limits?.ordersPerCustomer ?? null,
      limits?.ordersPerAsset ?? null,
    ],
  )
}

async function update(tx: Tx, states: readonly OrderState[]): Promise<void> {
  if (states.length === 0) return
  const keysOf = ({ facts }: OrderState, kind: string) =>
    facts.filter((fact) => fact.kind === kind).map(({ key }) => key)
  await tx.query({
    name: 'order-book.update_rows',
    text: `update order_row r set open = s.open, counter_fact = s.counter_fact, departure_facts = s.departure_facts::text[]
           from unnest($1::text[], $2::boolean[], $3::text[], $4::text[]) s (hash, open, counter_fact, departure_facts)
           where r.hash = s.hash and (r.open, r.counter_fact, r.departure_facts)
             is distinct from (s.open, s.counter_fact, s.departure_facts::text[])`,
    values: columns(
      states,
      ({ terms }) => terms?.hash ?? null,
      isOpenState,
      (state) => keysOf(state, 'counter')[0] ?? null,
      (state) => arrayText(keysOf(state, 'departed')),
    ),
  })
}

/** Hash of the order with this id; undefined when there is none. */
export async function hashOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  const found = await tx.query<{ hash: string }>('select hash from order_row where order_id = $1', [orderId])
  return found.rows[0]?.hash
}

type OpenOrder = { hash: string; tokenId: string }

/** Some of the open orders on what a range covers, by token and hash. @param after the last one that was looked at */
export async function openOrdersIn(
  tx: Tx,
  range: NftRange,
  { after, limit }: { after: OpenOrder | undefined; limit: number },
): Promise<OpenOrder[]> {
  const values = [range.contract, String(limit)]
  const given = (value: string) => `$${values.push(value)}`
  const near = tokensNear('token_id::numeric', range, given)
  const later =
    after && `(token_id::numeric, hash) > (${given(after.tokenId)}::numeric, ${given(after.hash)})`
  const found = await tx.query<OpenOrder>(
    `select hash, token_id as "tokenId" from order_row
     where open and contract = $1 and ${near} and ${later ?? 'true'}
     order by token_id::numeric, hash limit $2`,
    values,
  )
  return found.rows
}

/** OB-4: has the activity of these orders computed again, at once. Called last in a transaction, as `checkSoon`. */
export async function checkAll(tx: Tx, orders: readonly { hash: string }[], now: Date): Promise<void> {
  const pieces = orders.map(({ hash }) => ({ key: hash, payload: { hash } }))
  await activityCheck.enqueue(tx, pieces, now)
}

export type Touched = {
  hashes?: readonly string[]
  customerId?: string
  contract?: string
  tokenId?: string
  offerers?: readonly string[]
}

/**
 * OB-4: has the activity of the open orders that match every given property computed again, at once. Called last in a
 * transaction: jobs come after everything else that is locked.
 */
export async function checkSoon(tx: Tx, touched: Touched, now: Date): Promise<void> {
  const { hashes = null, customerId = null, contract = null, tokenId = null, offerers = null } = touched
  const found = await tx.query<{ hash: string }>(
    `select hash from order_row where open
       and ($1::text[] is null or hash = any($1)) and ($2::text is null or customer_id = $2)
       and ($3::text is null or contract = $3) and ($4::text is null or token_id = $4)
       and ($5::text[] is null or offerer = any($5))`,
    [hashes, customerId, contract, tokenId, offerers],
  )
  await checkAll(tx, found.rows, now)
}

/** OB-4: the same for the open orders of each of these wallets about this token. */
export async function checkHeld(
  tx: Tx,
  held: readonly { contract: string; tokenId: string; owners: readonly [string, string] }[],
  now: Date,
): Promise<void> {
  const found = await tx.query<{ hash: string }>({
    name: 'order-book.open_of_held',
    text: `select r.hash from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as h (contract, token_id, one, other)
      join order_row r on r.contract = h.contract and r.token_id = h.token_id and r.offerer in (h.one, h.other)
      where r.open`,
    values: columns(
      held,
      ({ contract }) => contract,
      ({ tokenId }) => tokenId,
      ({ owners }) => owners[0],
      ({ owners }) => owners[1],
    ),
  })
  await checkAll(tx, found.rows, now)
}
