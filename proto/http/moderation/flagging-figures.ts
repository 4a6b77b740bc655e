import { z } from 'zod'
import { isoTime } from '../common.ts'

const count = z.int().min(0)

/** AW-5: how old the queue of reports is, and how it was decided. */
export const flagFigures = z.object({
  open: count.describe('cases that wait'),
  overdue: count.describe('of these, for more than 72 hours'),
  oldest: isoTime.nullable().describe('since when the oldest waits; null: none does'),
  waiting_seconds: z.number().nullable().describe('half of them wait longer than this; null: none waits'),
  decided_seconds: z
    .number()
    .nullable()
    .describe('from the opening to the decision, half of those of 30 days took longer; null: there are none'),
  blacklist: z
    .object({
      domains: count.describe('sites on the list that is in force'),
      read_at: isoTime.nullable().describe('when it was read; null: never yet'),
      tried_at: isoTime.nullable().describe('when it was last asked for; null: never yet'),
      fault: z
        .string()
        .nullable()
        .describe('why that came to nothing and the older list stays; null: it did not'),
    })
    .nullable()
    .describe('the list of bad sites that is read once a day (AI-22); null: none is followed'),
  moderators: z
    .array(
      z.object({
        admin: z.string().describe('customer id of who decided'),
        decided: count.describe('cases that they decided'),
        overruled: count.describe('of these, taken back by somebody else'),
        agreement: z.number().describe('percent that nobody else took back'),
      }),
    )
    .describe('who decided the most first, at most 50'),
})
