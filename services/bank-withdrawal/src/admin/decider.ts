import type { Queryable } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'
import type { Decider } from '../bank-request/decide.ts'

/**
 * BW-18: who decides on a bank account, or on money that goes to it, and whether they have ever asked for the same account
 * number themselves, whatever became of that.
 * @param bankRequestId of the request by which the account came to be
 */
export async function deciderOf(
  db: Queryable,
  { accountId, customerId }: Actor,
  bankRequestId: string | undefined,
): Promise<Decider> {
  const { rowCount } = await db.query(
    `select 1 from bank_request r join bank_request own using (swift_code, number_hash)
     where r.id = $1 and own.customer_id = $2 and own.customer_id <> r.customer_id limit 1`,
    [bankRequestId ?? '', customerId ?? ''],
  )
  return { accountId, customerId, isLinked: rowCount === 1 }
}
