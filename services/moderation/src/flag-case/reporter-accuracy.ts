import { arrayText, type Tx } from '@talad/shared/db'

/**
 * MO-16: what the earlier reports of the reporter of a row `r` of flag_report came to, and what this one counts. Of a
 * report that is decided itself, without it.
 */
export const RECORD = `lateral (
  select agreed, ignored,
    case r.kind when 'bot' then 0.5 when 'admin' then 1 else (agreed + 1.0) / (agreed + ignored + 2) end as weight
  from (select coalesce(max(p.agreed), 0) - (case when r.outcome = 'agreed' then 1 else 0 end) as agreed,
      coalesce(max(p.ignored), 0) - (case when r.outcome = 'ignored' then 1 else 0 end) as ignored
    from flag_reporter p where p.reporter = r.reporter) earlier)`

/** Adds the decided reports of a round to the records of their reporters, or takes them away again. */
export async function countReports(
  tx: Tx,
  { caseId, round }: { caseId: string; round: number },
  by: 1 | -1,
): Promise<void> {
  await tx.query(
    `insert into flag_reporter as p (reporter, agreed, ignored)
     select reporter, count(*) filter (where outcome = 'agreed'), count(*) filter (where outcome = 'ignored')
     from flag_report where case_id = $1 and round = $2 and outcome is not null
     group by reporter order by reporter
     on conflict (reporter) do update set agreed = p.agreed + $3::int * excluded.agreed,
       ignored = p.ignored + $3::int * excluded.ignored`,
    [caseId, round, by],
  )
}

/** MO-16: the score of these cases as their reporters stand now. */
export async function scoreCases(tx: Tx, caseIds: readonly string[]): Promise<void> {
  await tx.query(
    `update flag_case c set score = coalesce((
       select sum(w.weight) from flag_report r cross join ${RECORD} w where r.case_id = c.id and r.round = c.round), 0)
     where c.id = any($1::text[])`,
    [arrayText(caseIds)],
  )
}

/** … of a case, and of all that are open by people who have reported it. Decisions come one after the other. */
export async function scoreWithOthers(tx: Tx, caseId: string, round: number): Promise<void> {
  const { rows } = await tx.query<{ case_id: string }>(
    `select distinct o.case_id from flag_report r
       join flag_report o on o.reporter = r.reporter and o.kind = 'user' and o.outcome is null
     where r.case_id = $1 and r.round = $2 and r.kind = 'user'`,
    [caseId, round],
  )
  await scoreCases(tx, [...new Set([caseId, ...rows.map(({ case_id }) => case_id)])].sort())
}
