import type { Tx } from '@talad/shared/db'

/** The reports of a case that one reporter made become another's; where both reported in a round, one report is left (MO-9). */
export async function mergeReports(
  tx: Tx,
  caseId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const both = `from flag_report r join flag_report own on own.case_id = r.case_id and own.round = r.round
      and own.kind = 'user' and own.reporter = $3 where r.case_id = $1 and r.kind = 'user' and r.reporter = $2`
  await tx.query(`delete from flag_note where flag_id in (select r.id ${both})`, [caseId, from, to])
  await tx.query(`delete from flag_report where id in (select r.id ${both})`, [caseId, from, to])
  await tx.query(
    `update flag_report set reporter = $3 where case_id = $1 and kind = 'user' and reporter = $2`,
    [caseId, from, to],
  )
}
