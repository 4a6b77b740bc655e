import { recurring } from '@talad/shared/jobs'
import { noteVerification } from '@talad/shared/verification'
import type { Deps } from '../deps.ts'

/** A refund that the provider has not ended by then is asked about by a person. */
const REFUND_DAYS = 7

/** What waits for a person, each counted by one query; any of it is an alert (`talad_check_faults`). */
const waiting = {
  'no card payment is held as a mismatch (SP-18)': 'select count(*)::int as n from topup where mismatch',
  'the card provider tells of statuses that are known (SP-15)':
    'select count(*)::int as n from topup where unknown_status is not null',
  'the card provider tells of orders that are known (SP-17)': 'select count(*)::int as n from stray_callback',
  'a card refund is taken from the points, and ends within a week (SP-26)': `select count(*)::int as n from card_refund
     where not_posted or status = 'refunding' and created_at < now() - interval '${REFUND_DAYS} days'`,
  'no purchase waits for a person': 'select count(*)::int as n from shipping where incident is not null',
}

/** Counts what people have to look at, so that they are called. */
export const watchJob = recurring<Deps>({
  name: 'payment.watch',
  everyMs: 60_000,
  async run({ deps: { db } }) {
    for (const [says, sql] of Object.entries(waiting)) {
      const { rows } = await db.query<{ n: number }>(sql)
      await noteVerification(db, says, rows[0]?.n ?? 0)
    }
  },
})
