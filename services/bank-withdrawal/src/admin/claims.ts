import type { Db, Queryable } from '@talad/shared/db'

const CLAIM_MS = 10 * 60 * 1_000

/** AW-5: told to others for ten minutes; the next one takes it over. */
export async function claim(db: Db, requestId: string, accountId: string, now: Date): Promise<void> {
  await db.query(
    `insert into claim (request_id, account_id, until) values ($1, $2, $3)
     on conflict (request_id) do update set account_id = excluded.account_id, until = excluded.until`,
    [requestId, accountId, new Date(now.getTime() + CLAIM_MS)],
  )
}

/** Ends a claim; somebody else's stays. */
export async function release(db: Queryable, requestId: string, accountId: string): Promise<void> {
  await db.query('delete from claim where request_id = $1 and account_id = $2', [requestId, accountId])
}

type Row = { claimed_by: string | null; claimed_until: Date | null }

/** Joins a row `r` with its claim; `$now` is the parameter with the time. */
export const claimJoin = (now: string) => `left join claim c on c.request_id = r.id and c.until > ${now}`
export const claimColumns = 'c.account_id as claimed_by, c.until as claimed_until'

export function claimOf({ claimed_by: by, claimed_until: until }: Row, me: string) {
  if (by === null || until === null) return null
  return { account_id: by, is_me: by === me, until: until.toISOString() }
}
