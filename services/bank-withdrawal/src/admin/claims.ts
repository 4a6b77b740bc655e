import type { Db, Queryable } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'

/** Who looks at it. */
type Claimant = Pick<Actor, 'accountId' | 'customerId'>

const CLAIM_MS = 10 * 60 * 1_000

/** AW-5: told to others for ten minutes; the next one takes it over. */
export async function claim(db: Db, requestId: string, by: Claimant, now: Date): Promise<void> {
  await db.query(
    `insert into claim (request_id, account_id, customer_id, until) values ($1, $2, $3, $4)
     on conflict (request_id) do update
       set account_id = excluded.account_id, customer_id = excluded.customer_id, until = excluded.until`,
    [requestId, by.accountId, by.customerId, new Date(now.getTime() + CLAIM_MS)],
  )
}

/** Ends a claim; somebody else's stays. */
export async function release(db: Queryable, requestId: string, accountId: string): Promise<void> {
  await db.query('delete from claim where request_id = $1 and account_id = $2', [requestId, accountId])
}

type Row = { claimed_by: string | null; claimed_as: string | null; claimed_until: Date | null }

/** Joins a row `r` with its claim; `$now` is the parameter with the time. */
export const claimJoin = (now: string) => `left join claim c on c.request_id = r.id and c.until > ${now}`
export const claimColumns =
  'c.account_id as claimed_by, c.customer_id as claimed_as, c.until as claimed_until'

export function claimOf({ claimed_by: by, claimed_as, claimed_until: until }: Row, me: string) {
  if (by === null || until === null) return null
  return { account_id: by, customer_id: claimed_as, is_me: by === me, until: until.toISOString() }
}
