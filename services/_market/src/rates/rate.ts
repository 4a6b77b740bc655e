import type { Queryable } from '@talad/shared/db'
import type { Rate } from './usable.ts'

/** OB-37 */
export const ASK_EVERY_MS = 60_000

/** Keeps what a source has said in the table `rate`; an answer that comes late replaces nothing newer. */
export async function saveRate(db: Queryable, { base, quote, rate, at }: Rate): Promise<void> {
  await db.query(
    `insert into rate (base, quote, rate, at) values ($1, $2, $3, $4)
     on conflict (base, quote) do update set rate = excluded.rate, at = excluded.at where rate.at < excluded.at`,
    [base, quote, rate, at],
  )
}
