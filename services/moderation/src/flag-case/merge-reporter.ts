import { arrayText, type Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'
import { changeMany } from '@talad/shared/stream'
import { scoreCases } from './reporter-accuracy.ts'
import { flagCases } from './stream.ts'

/** MO-16: what the reports of somebody came to, counted anew. */
async function countAnew(tx: Tx, reporters: readonly string[]): Promise<void> {
  await tx.query('delete from flag_reporter where reporter = any($1::text[])', [arrayText(reporters)])
  await tx.query(
    `insert into flag_reporter (reporter, agreed, ignored)
     select reporter, count(*) filter (where outcome = 'agreed'), count(*) filter (where outcome = 'ignored')
     from flag_report where reporter = any($1::text[]) and outcome is not null group by reporter`,
    [arrayText(reporters)],
  )
}

/** ID-35: all that an account has reported is another's. Done again it changes nothing. */
export async function mergeReporter(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await lockKeys(
    tx,
    [from, to].map((reporter) => `flag-reporter-${reporter}`),
  )
  const { rows } = await tx.query<{ case_id: string }>(
    `select distinct case_id from flag_report where reporter = $1 and kind = 'user' order by 1`,
    [from],
  )
  if (rows.length === 0) return
  const command = { type: 'MergeReporter' as const, from, to, now }
  await changeMany(
    tx,
    rows.map(({ case_id: id }) => ({ stream: flagCases, id, command })),
    now,
  )
  await countAnew(tx, [from, to])
  const { rows: open } = await tx.query<{ case_id: string }>(
    `select distinct case_id from flag_report where reporter = $1 and kind = 'user' and outcome is null order by 1`,
    [to],
  )
  await scoreCases(
    tx,
    open.map(({ case_id: id }) => id),
  )
}
