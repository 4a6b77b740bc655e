import type { Tx } from '@talad/shared/db'
import { unixSeconds } from '@talad/shared/unix-time'
import { checkLimits } from './decide.ts'
import type { Terms } from './events.ts'
import { isOpen, type OrderState, standingOf } from './state.ts'

/** Whoever puts an order of a wallet and whoever reads that wallet's transfers take turns (OB-16). */
export async function lockOfferer(tx: Tx, offerer: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`offerer:${offerer}`])
}

/**
 * Lets a new order in, in the transaction that appends it.
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
       signed_end, check_at)
     values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9)`,
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
    ],
  )
  // OB-16: the asset may have left between the block that was checked and this insert
  await tx.query(
    `insert into departure (hash, fact_key, tx_hash, log_index, block_number, from_balance)
     select $1, fact_key, tx_hash, log_index, block_number, from_balance from last_departure
     where owner = $2 and contract = $3 and token_id = $4 and block_number > $5`,
    [terms.hash, terms.offerer, terms.contract, terms.tokenId, terms.asOfBlock],
  )
}

/** Keeps what limits count in step with the order's status. */
export async function keepGuard(tx: Tx, state: OrderState): Promise<void> {
  if (!state.terms) return
  const { status } = standingOf(state, state.terms)
  await tx.query(
    `update order_guard set open = $2, check_at = case when $2 and not open then now() else check_at end
     where hash = $1 and open is distinct from $2`,
    [state.terms.hash, isOpen(status)],
  )
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
  touched: { hash?: string; customerId?: string; contract?: string; tokenId?: string; offerer?: string },
): Promise<void> {
  const { hash = null, customerId = null, contract = null, tokenId = null, offerer = null } = touched
  await tx.query(
    `update order_guard set check_at = now() where open
     and ($1::text is null or hash = $1) and ($2::text is null or customer_id = $2)
     and ($3::text is null or contract = $3) and ($4::text is null or token_id = $4)
     and ($5::text is null or offerer = $5)`,
    [hash, customerId, contract, tokenId, offerer],
  )
}
