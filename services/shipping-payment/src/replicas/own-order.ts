import { arrayText, type Queryable, type Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'

/** Whoever records or judges whose something is, and news of wallets, wait for each other. */
export const lockOwners = (tx: Tx, as: 'shared' | 'exclusive') => lockKey(tx, 'crypto.owners', as)

/** OB-43: whether the wallet that has signed an order is the buyer's. Under `lockOwners`, so that no wallet moves meanwhile. */
export async function offers(
  db: Queryable,
  { orderHash, buyerCustomerId }: { orderHash: string; buyerCustomerId: string },
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'shipping.own_order',
    text: `select 1 from order_replica o join account_replica a on a.wallets @> array[lower(o.parameters ->> 'offerer')]
      where o.hash = $1 and a.customer_id = $2`,
    values: [orderHash, buyerCustomerId],
  })
  return rows.length > 0
}

/** Unpaid purchases of these accounts whose order was signed by a wallet that is theirs now. */
export async function unpaidOfOwn(db: Queryable, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'shipping.unpaid_of_own',
    text: `select s.id from account_replica a join shipping s on s.buyer_customer_id = a.customer_id and s.status = 'pending'
      join order_replica o on o.hash = s.order_hash and a.wallets @> array[lower(o.parameters ->> 'offerer')]
      where a.account_id = any($1::text[]) and a.customer_id <> '' order by s.id`,
    values: [arrayText(accountIds)],
  })
  return rows.map(({ id }) => id)
}
