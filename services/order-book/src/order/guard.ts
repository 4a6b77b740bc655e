import type { Tx } from '@talad/shared/db'
import { unixSeconds } from '@talad/shared/unix-time'
import { checkLimits } from './decide.ts'
import { recallDepartures } from './departures.ts'
import type { Terms } from './events.ts'
import { isOpen, type OrderState, standingOf } from './state.ts'

/** Whoever puts an order of a wallet and whoever reads that wallet's transfers take turns (OB-16). */
export async function lockOfferer(tx: Tx, offerer: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`offerer:${offerer}`])
}

/**
 * Lets a new order in, in the transaction that appends it. The row's trigger holds the limits too, whatever is asked here.
 * @throws Rejection TOO_MANY_ORDERS, TOO_MANY_ORDERS_FOR_ASSET (OB-26)
 */
export async function admit(
  tx: Tx,
  terms: Terms,
  limits: { ordersPerCustomer: number; ordersPerAsset: number },
  now: Date,
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`customer:${terms.customerId}`])
  await lockOfferer(tx, terms.offerer)
  const counted = await tx.query<{ of_customer: bigint; of_asset: bigint }>(
    `select count(*) as of_customer, count(*) filter (where contract = $2 and token_id = $3) as of_asset
     from order_guard where customer_id = $1 and open and display_end >= $4`,
    [terms.customerId, terms.contract, terms.tokenId, unixSeconds(now)],
  )
  const [row] = counted.rows
  checkLimits({ ofCustomer: Number(row?.of_customer), ofAsset: Number(row?.of_asset) }, limits)
  await tx.query(
    `insert into order_guard (hash, order_id, customer_id, offerer, contract, token_id, open, display_end,
       signed_end, check_at, put_at, limit_of_customer, limit_of_asset)
     values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9, $10, $11, $12)`,
    [
      terms.hash,
      terms.orderId,
      terms.customerId,
      terms.offerer,
      terms.contract,
      terms.tokenId,
      terms.end,
      terms.signedEnd,
      now,
      unixSeconds(now),
      limits.ordersPerCustomer,
      limits.ordersPerAsset,
    ],
  )
  await recallDepartures(tx, terms)
}

/**
 * Keeps what limits count in step with the order's status. What is open again is looked at again; whoever opens an order
 * has locked its offerer.
 */
export async function keepGuard(tx: Tx, state: OrderState): Promise<void> {
  if (!state.terms) return
  const open = isOpen(standingOf(state, state.terms).status)
  const turned = await tx.query(
    `update order_guard set open = $2, check_at = case when $2 then now() else check_at end
     where hash = $1 and open is distinct from $2`,
    [state.terms.hash, open],
  )
  if (open && turned.rowCount !== 0) await recallDepartures(tx, state.terms)
}

/**
 * Whoever changes an order or its departures takes its guard row first, after the offerer where that is locked as well: so
 * those who work on one order at once wait in line, and never for each other.
 */
export async function lockGuard(tx: Tx, hash: string): Promise<void> {
  await tx.query({
    name: 'order-book.lock_guard',
    text: 'select from order_guard where hash = $1 for no key update',
    values: [hash],
  })
}

/** Locks the offerer of an order, if it is one of ours. */
export async function lockOffererOf(tx: Tx, hash: string): Promise<void> {
  const found = await tx.query<{ offerer: string }>('select offerer from order_guard where hash = $1', [hash])
  const [row] = found.rows
  if (row) await lockOfferer(tx, row.offerer)
}

/** Orders of a wallet, of one token of it where a contract is given; for chain facts that name no order. */
export async function hashesOf(
  tx: Tx,
  offerer: string,
  token?: { contract: string; tokenId: string },
): Promise<{ hash: string; open: boolean }[]> {
  const found = await tx.query<{ hash: string; open: boolean }>(
    `select hash, open from order_guard
     where offerer = $1 and ($2::text is null or (contract = $2 and token_id = $3)) order by hash`,
    [offerer, token?.contract ?? null, token?.tokenId ?? null],
  )
  return found.rows
}

/** Hash of the order with this id; undefined when there is none. */
export async function hashOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  const found = await tx.query<{ hash: string }>('select hash from order_guard where order_id = $1', [
    orderId,
  ])
  return found.rows[0]?.hash
}

/** OB-4: has the activity of the open orders that match every given property computed again, at once. */
export async function checkSoon(
  tx: Tx,
  touched: { hash?: string; customerId?: string; contract?: string; tokenId?: string; offerers?: string[] },
): Promise<void> {
  const { hash = null, customerId = null, contract = null, tokenId = null, offerers = null } = touched
  await tx.query(
    // locked in one order, so that two who touch several orders at once don't wait for each other
    `with touched as (select hash from order_guard where open
       and ($1::text is null or hash = $1) and ($2::text is null or customer_id = $2)
       and ($3::text is null or contract = $3) and ($4::text is null or token_id = $4)
       and ($5::text[] is null or offerer = any($5)) order by hash for no key update)
     update order_guard set check_at = now() from touched where order_guard.hash = touched.hash`,
    [hash, customerId, contract, tokenId, offerers],
  )
}
