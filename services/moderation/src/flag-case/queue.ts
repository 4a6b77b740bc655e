import type { FlagCase, flaggingAdminHttp } from '@talad/proto/http/flagging-admin'
import type { Queryable } from '@talad/shared/db'
import type { z } from 'zod'
import { OVERDUE_MS } from './decide.ts'

type Query = z.output<typeof flaggingAdminHttp.listFlagCases.query & {}>

export type CaseRow = {
  id: string
  version: number
  resolution: 'flagged' | 'resolved'
  round: number
  opened_at: Date
  disposition: 'ignore' | 'suspend' | null
  scope: 'individual' | 'collection' | null
  resolved_at: Date | null
  resolved_by: string | null
  blockchain: string
  contract_address: string
  token_id: bigint
  collection_id: string
  name: string
  image: string
  suspended: boolean
  reports: number
  inappropriate: number
  spam: number
  other: number
  users: number
  bots: number
  score: number
  overdue: boolean
  claimed_by: string | null
  claimed_until: Date | null
}

/** MO-16: what the earlier reports of the reporter of a row `r` of flag_report came to, and what this one counts. */
export const RECORD = `lateral (
  select agreed, ignored, case r.kind when 'bot' then 0.5 else (agreed + 1.0) / (agreed + ignored + 2) end as weight
  from (select count(*) filter (where outcome = 'agreed') as agreed,
      count(*) filter (where outcome = 'ignored') as ignored
    from flag_report o where o.reporter = r.reporter and o.kind = r.kind and o.id <> r.id) earlier)`

/** Whether moderation has suspended an asset `a`, by itself or with others (MO-7). */
const SUSPENDED = `exists (select 1 from suspension u where u.status = 'suspended' and u.blockchain = a.blockchain
    and u.contract_address = a.contract_address
    and (u.token_from is null or a.token_id between u.token_from and u.token_to))`

/** Cases as they stand at `$1`, the overdue told from the others by `$2` milliseconds. */
export const CASES = `
  select c.*, a.blockchain, a.contract_address, a.token_id, a.collection_id, a.name, a.image, s.*,
    ${SUSPENDED} as suspended,
    c.resolution = 'flagged' and c.opened_at <= $1::timestamptz - $2::float * interval '1 millisecond' as overdue,
    k.account_id as claimed_by, k.until as claimed_until
  from flag_case c join asset_replica a on a.asset_id = c.id
    left join flag_claim k on k.case_id = c.id and k.until > $1
    cross join lateral (
      select count(*)::int as reports, coalesce(sum(w.weight), 0)::float as score,
        count(*) filter (where r.classification = 'inappropriate')::int as inappropriate,
        count(*) filter (where r.classification = 'spam')::int as spam,
        count(*) filter (where r.classification = 'other')::int as other,
        count(*) filter (where r.kind = 'user')::int as users, count(*) filter (where r.kind = 'bot')::int as bots
      from flag_report r cross join ${RECORD} w where r.case_id = c.id and r.round = c.round) s`

export const asOf = (now: Date) => [now, OVERDUE_MS]

export function toCase(row: CaseRow, me: string): FlagCase {
  const { claimed_by: by, claimed_until: until } = row
  return {
    ...{ _id: row.id, version: row.version, resolution: row.resolution, round: row.round },
    asset: {
      ...{ _id: row.id, blockchain: row.blockchain, contract_address: row.contract_address },
      ...{ token_id: row.token_id.toString(), collection_id: row.collection_id },
      ...{ name: row.name, image: row.image, suspended: row.suspended },
    },
    reports: row.reports,
    classifications: { inappropriate: row.inappropriate, spam: row.spam, other: row.other },
    reporters: { user: row.users, bot: row.bots },
    score: Math.round(row.score * 1_000) / 1_000,
    overdue: row.overdue,
    opened: row.opened_at.toISOString(),
    claim: by && until ? { account_id: by, is_me: by === me, until: until.toISOString() } : null,
    ...{ review_disposition: row.disposition, scope: row.scope },
    ...{ resolved: row.resolved_at?.toISOString() ?? null, resolved_by: row.resolved_by },
  }
}

/** MO-9, MO-16, AW-5: what waits for more than 72 hours, the oldest first; then by score, then the oldest. */
export async function flagQueue({ db, now }: { db: Queryable; now: () => Date }, query: Query, me: string) {
  const { st, cl, by, rp, age, count = false, ps: size, pi: index } = query
  const filters = [st, cl ?? null, by ?? null, rp ?? null, age ?? null]
  const found = `from (${CASES}) q where ($3 = 'all' or q.resolution = $3)
    and ($4::text is null and $5::text is null and $6::text is null or exists (select 1 from flag_report r
      where r.case_id = q.id and r.round = q.round and ($4::text is null or r.classification = $4)
        and ($5::text is null or r.kind = $5) and ($6::text is null or r.reporter = $6)))
    and ($7::int is null or q.opened_at <= $1::timestamptz - $7 * interval '1 hour')`
  const { rows } = await db.query<CaseRow>(
    `select q.* ${found} order by q.overdue desc, case when q.overdue then q.opened_at end,
       case when q.resolution = 'flagged' then q.score end desc nulls last,
       case when q.resolution = 'flagged' then q.opened_at end, q.resolved_at desc, q.id
     limit $8 offset $9`,
    [...asOf(now()), ...filters, size, size * index],
  )
  const counted = count
    ? await db.query<{ total: number }>(`select count(*)::int as total ${found}`, [
        ...asOf(now()),
        ...filters,
      ])
    : undefined
  const total = counted?.rows[0]?.total ?? null
  const pages = total === null ? null : Math.ceil(total / size)
  return { list: rows.map((row) => toCase(row, me)), size, index, total, pages }
}
