import type { AccountMerged } from '@talad/proto/identity/v1/events'
import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'

/** Whose what an account had is now; `customerId` is empty without a join identity. */
type Survivor = { accountId: string; customerId: string }

/**
 * ID-35: notes in `account_merge` that an account was absorbed. Messages of several accounts come in any order: where the
 * one that absorbed it was absorbed after that itself, by the numbers, what it had goes on to the last of them.
 * @returns that last one, until the transaction ends: other merges wait
 */
export async function noteMerge(tx: Tx, merged: AccountMerged): Promise<Survivor> {
  const { accountId, number, intoAccountId, intoCustomerId } = merged
  await lockKey(tx, 'account.merges')
  await tx.query(
    `insert into account_merge (account_id, number, into_account_id, into_customer_id) values ($1, $2, $3, $4)
     on conflict (account_id, number) do nothing`,
    [accountId, number, intoAccountId, intoCustomerId],
  )
  const { rows } = await tx.query<Survivor>(
    `with recursive hop as (
       select number, into_account_id, into_customer_id from account_merge where account_id = $1 and number = $2
       union all
       select m.number, m.into_account_id, m.into_customer_id from hop cross join lateral (
         select * from account_merge n where n.account_id = hop.into_account_id and n.number > hop.number
         order by n.number limit 1) m)
     select into_account_id as "accountId", into_customer_id as "customerId" from hop order by number desc limit 1`,
    [accountId, number],
  )
  const [survivor] = rows
  if (!survivor) throw new Error(`the merge of ${accountId} was not noted`)
  return survivor
}
