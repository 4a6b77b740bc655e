import type { Queryable } from '../db.ts'

/** What one whole unit of a price family is worth in another. */
export type Rate = {
  base: string
  quote: string
  /** decimal */
  rate: string
  /** when the source said so */
  at: Date
}

/** OB-37: an older rate would misprice. */
export const USABLE_MS = 15 * 60_000
/** OB-37 */
export const ASK_EVERY_MS = 60_000

export function isUsable({ at }: Pick<Rate, 'at'>, now: Date): boolean {
  return now.getTime() - at.getTime() <= USABLE_MS // OB-37
}

/** Keeps what a source has said in the table `rate`; an answer that comes late replaces nothing newer. */
export async function saveRate(db: Queryable, { base, quote, rate, at }: Rate): Promise<void> {
  await db.query(
    `insert into rate (base, quote, rate, at) values ($1, $2, $3, $4)
     on conflict (base, quote) do update set rate = excluded.rate, at = excluded.at where rate.at < excluded.at`,
    [base, quote, rate, at],
  )
}
