import type { Db, Queryable } from './db.ts'
import type { Actor } from './http/auth.ts'

const CLAIM_MS = 10 * 60 * 1_000

type ClaimedRow = { claimed_by: string | null; claimed_as: string | null; claimed_until: Date | null }

/** Who looks at a row that was read with its claim. */
export function claimOf({ claimed_by: by, claimed_as, claimed_until: until }: ClaimedRow, me: string) {
  if (by === null || until === null) return null
  return { account_id: by, customer_id: claimed_as, is_me: by === me, until: until.toISOString() }
}

/**
 * AW-5: who looks at a case of a queue, shown to others for ten minutes; the next one takes it over.
 * @param kept.table with `<id>, account_id, customer_id, until`
 * @param kept.open SQL that finds what may be claimed, `$1` its id; anything where there is none
 */
export function claimsOf({ table, id, open = 'select $1' }: { table: string; id: string; open?: string }) {
  return {
    async claim(
      db: Db,
      caseId: string,
      by: Pick<Actor, 'accountId' | 'customerId'>,
      now: Date,
    ): Promise<void> {
      await db.query(
        `insert into ${table} (${id}, account_id, customer_id, until)
           select found.id, $2, $3, $4 from (${open}) found (id)
         on conflict (${id}) do update
           set account_id = excluded.account_id, customer_id = excluded.customer_id, until = excluded.until`,
        [caseId, by.accountId, by.customerId, new Date(now.getTime() + CLAIM_MS)],
      )
    },
    /** Ends a claim; somebody else's stays. */
    async release(db: Queryable, caseId: string, accountId: string): Promise<void> {
      await db.query(`delete from ${table} where ${id} = $1 and account_id = $2`, [caseId, accountId])
    },
    /** Joins the row of a case with its claim. @param now the parameter with the time */
    join: (row: string, now: string) => `left join ${table} k on k.${id} = ${row}.id and k.until > ${now}`,
    columns: 'k.account_id as claimed_by, k.customer_id as claimed_as, k.until as claimed_until',
  }
}
