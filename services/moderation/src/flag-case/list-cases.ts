import type { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { claimOf } from '@talad/shared/claims'
import { arrayText, type Queryable } from '@talad/shared/db'
import { countIf, page } from '@talad/shared/http/page'
import type { z } from 'zod'
import { claims } from './claims.ts'
import { OVERDUE_MS } from './decide.ts'
import { bitsFor } from './reported-as.ts'

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
  abstract_kind: string | null
  abstract_collection_id: string | null
  abstract_item_id: string | null
  reports: number
  inappropriate: number
  spam: number
  other: number
  users: number
  bots: number
  admins: number
  score: number
  overdue: boolean
  claimed_by: string | null
  claimed_as: string | null
  claimed_until: Date | null
}

/** Whether moderation has suspended an asset `a`, by itself or with others (MO-7). */
const SUSPENDED = `exists (select 1 from suspension u where u.status = 'suspended' and u.blockchain = a.blockchain
    and u.contract_address = a.contract_address and numrange(u.token_from, u.token_to, '[]') @> a.token_id
    and (u.abstract_kind is null or u.abstract_kind = a.abstract_kind
      and u.abstract_collection_id = a.abstract_collection_id
      and (u.abstract_item_id is null or u.abstract_item_id = a.abstract_item_id)))`

/** What was opened before has waited for 72 hours (AW-5). */
const LATE = `$1::timestamptz - $2::float * interval '1 millisecond'`
const OVERDUE = `(c.resolution = 'flagged' and c.opened_at <= ${LATE})`

/** Cases as they stand at `$1`, the overdue told from the others by `$2` milliseconds. */
export const CASES = `
  select c.*, a.blockchain, a.contract_address, a.token_id, a.collection_id, a.name, a.image, s.*,
    a.abstract_kind, a.abstract_collection_id, a.abstract_item_id,
    ${SUSPENDED} as suspended,
    ${OVERDUE} as overdue,
    ${claims.columns}
  from flag_case c join asset_replica a on a.asset_id = c.id
    ${claims.join('c', '$1')}
    cross join lateral (
      select count(*)::int as reports,
        count(*) filter (where r.classification = 'inappropriate')::int as inappropriate,
        count(*) filter (where r.classification = 'spam')::int as spam,
        count(*) filter (where r.classification = 'other')::int as other,
        count(*) filter (where r.kind = 'user')::int as users, count(*) filter (where r.kind = 'bot')::int as bots,
        count(*) filter (where r.kind = 'admin')::int as admins
      from flag_report r where r.case_id = c.id and r.round = c.round) s`

export const asOf = (now: Date) => [now, OVERDUE_MS]

function standsFor(row: CaseRow): FlagCase['asset']['abstract'] {
  const { abstract_kind: kind, abstract_collection_id: collection_id, abstract_item_id: item_id } = row
  return kind !== null && collection_id !== null && item_id !== null ? { kind, collection_id, item_id } : null
}

export function toCase(row: CaseRow, me: string): FlagCase {
  return {
    _id: row.id,
    version: row.version,
    resolution: row.resolution,
    round: row.round,
    asset: {
      _id: row.id,
      blockchain: row.blockchain,
      contract_address: row.contract_address,
      token_id: row.token_id.toString(),
      collection_id: row.collection_id,
      name: row.name,
      image: row.image,
      suspended: row.suspended,
      abstract: standsFor(row),
    },
    reports: row.reports,
    classifications: { inappropriate: row.inappropriate, spam: row.spam, other: row.other },
    reporters: { user: row.users, bot: row.bots, admin: row.admins },
    score: Math.round(row.score * 1_000) / 1_000,
    overdue: row.overdue,
    opened: row.opened_at.toISOString(),
    claim: claimOf(row, me),
    review_disposition: row.disposition,
    scope: row.scope,
    resolved: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by,
  }
}

/** What the ends of a page are found by: the parts of the queue, one after the other, each by an index of its own. */
const PARTS = {
  flagged: [
    { where: `c.resolution = 'flagged' and c.opened_at <= ${LATE}`, order: 'c.opened_at, c.id' },
    { where: `c.resolution = 'flagged' and c.opened_at > ${LATE}`, order: 'c.score desc, c.opened_at, c.id' },
  ],
  resolved: [{ where: `c.resolution = 'resolved'`, order: 'c.resolved_at desc, c.id' }],
} as const
/** AW-5: open cases for who wants the oldest first, whoever has reported them. */
const OLDEST = [{ where: `c.resolution = 'flagged'`, order: 'c.opened_at, c.id' }]

const partsOf = ({ st, sr }: Pick<Query, 'st' | 'sr'>) => [
  ...(st === 'resolved' ? [] : sr === 'oldest' ? OLDEST : PARTS.flagged),
  ...(st === 'flagged' ? [] : PARTS.resolved),
]

type Value = (value: unknown) => string

/** One report of a reporter that says what is asked for: the case knows of all but the reporter (MO-9). */
function reportedBy({ st, cl, by, rp }: Query, value: Value): string[] {
  if (rp === undefined) {
    const bits = () => value(bitsFor({ kind: by, classification: cl }))
    return cl === undefined && by === undefined ? [] : [`(c.reported_as & ${bits()}::int) <> 0`]
  }
  const report = [
    `r.reporter = ${value(rp)}`,
    ...(st === 'flagged' ? ['r.outcome is null'] : []), // all of an open round are
    ...(cl === undefined ? [] : [`r.classification = ${value(cl)}`]),
    ...(by === undefined ? [] : [`r.kind = ${value(by)}`]),
  ]
  return [
    `exists (select 1 from flag_report r where r.case_id = c.id and r.round = c.round and ${report.join(' and ')})`,
  ]
}

/** The filters of the call, as conditions on a case `c`. */
function conditionsOf(query: Query, value: Value): string {
  const { age, ids } = query
  const all = [
    ...reportedBy(query, value),
    ...(ids === undefined ? [] : [`c.id = any(${value(arrayText(ids))}::text[])`]),
    ...(age === undefined ? [] : [`c.opened_at <= $1::timestamptz - ${value(age)}::int * interval '1 hour'`]),
  ]
  return all.map((one) => ` and ${one}`).join('')
}

/** MO-9, MO-16, AW-5: what waits for more than 72 hours, the oldest first; then by score, then the oldest. */
export async function flagQueue({ db, now }: { db: Queryable; now: () => Date }, query: Query, me: string) {
  const { st, count = false, ps: size, pi: index } = query
  const values: unknown[] = asOf(now())
  const value: Value = (one) => `$${values.push(one)}`
  const conditions = conditionsOf(query, value)
  const parts = partsOf(query)
  const states = st === 'all' ? ['flagged', 'resolved'] : [st]
  const which = `from flag_case c where ($1::timestamptz, $2::float) is not null
    and c.resolution = any($${values.length + 1}::text[])${conditions}`
  const total = await countIf(count, db, which, [...values, states])
  const [limit, offset] = [value(size), value(size * index)]
  const partsWhere = parts.map(({ where }) => `from flag_case c where ${where}${conditions}`)
  // each part is counted only where a page lies behind its beginning
  const before = (part: number) => partsWhere.slice(0, part).map((of) => ` - (select count(*) ${of})`)
  const startOf = (part: number) =>
    `case when ${offset}::int = 0 then 0 else greatest(0, ${offset}::int${before(part).join('')}) end`
  // which ones, by what a case itself knows; the rest is looked up for a page of them
  const ids = parts.map(
    ({ order }, part) =>
      `select id, ${part} as part, place from unnest(array(select c.id ${partsWhere[part]}
         order by ${order} limit ${limit}::int offset ${startOf(part)})) with ordinality as f (id, place)`,
  )
  const { rows } = await db.query<CaseRow>(
    `select q.* from (select * from (${ids.join(' union all ')}) found order by part, place limit ${limit}::int) page
       cross join lateral (${CASES} where c.id = page.id) q order by page.part, page.place`,
    values,
  )
  return page(
    rows.map((row) => toCase(row, me)),
    query,
    total,
  )
}
