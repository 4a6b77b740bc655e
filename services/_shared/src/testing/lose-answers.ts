import type { Queryable } from '../db.ts'

/**
 * Leaves the calls of these Idempotency-Keys as a process does that died, a minute ago, before their answers were kept.
 * @param db as its owner
 * @param which also those that have an answer, or only those that have none
 */
export async function loseAnswers(
  db: Queryable,
  keys: readonly string[],
  which: 'all' | 'unanswered' = 'all',
): Promise<void> {
  await db.query(
    `update kit.request set status = null, body = null, started_at = started_at - interval '1 minute'
     where key in (select encode(sha256(convert_to(actor || E'\\n' || one, 'UTF8')), 'hex') from unnest($1::text[]) one)
       and ($2 or status is null)`,
    [keys, which === 'all'],
  )
}
