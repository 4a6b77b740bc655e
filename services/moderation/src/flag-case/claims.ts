import type { Db, Queryable } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'

/** Who looks at it. */
type Claimant = Pick<Actor, 'accountId' | 'customerId'>

const CLAIM_MS = 10 * 60 * 1_000

/** AW-5: told to others for ten minutes; the next one takes it over. What is decided meanwhile is claimed by nobody. */
export async function claim(db: Db, caseId: string, by: Claimant, now: Date): Promise<void> {
  await db.query(
    `insert into flag_claim (case_id, account_id, customer_id, until)
       select id, $2, $3, $4 from flag_case where id = $1 and resolution = 'flagged'
     on conflict (case_id) do update
       set account_id = excluded.account_id, customer_id = excluded.customer_id, until = excluded.until`,
    [caseId, by.accountId, by.customerId, new Date(now.getTime() + CLAIM_MS)],
  )
}

/** Ends a claim; somebody else's stays. */
export async function release(db: Queryable, caseId: string, accountId: string): Promise<void> {
  await db.query('delete from flag_claim where case_id = $1 and account_id = $2', [caseId, accountId])
}
