import type { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { findList } from '@talad/shared/blacklist/store'
import type { Queryable } from '@talad/shared/db'
import type { z } from 'zod'
import { OVERDUE_MS } from './decide.ts'

type Figures = z.output<typeof flaggingAdminHttp.flagFigures.response>
type QueueRow = {
  open: number
  overdue: number
  oldest: Date | null
  waiting: number | null
  decided: number | null
}
type Asked = { db: Queryable; now: () => Date; blacklistUrl: string | undefined }
type AdminRow = { admin: string; decided: number; overruled: number }

const DAYS = 30
const SECONDS = (from: string, to: string) =>
  `percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}))`

/** AI-22: how old the list of bad domains is that is followed. */
async function shownList(db: Queryable): Promise<Figures['blacklist']> {
  const list = await findList(db)
  return {
    domains: list?.domains ?? 0,
    fault: list?.fault ?? null,
    read_at: list?.readAt?.toISOString() ?? null,
    tried_at: list?.triedAt.toISOString() ?? null,
  }
}

/** How old the queue is, how long decisions take, and how often somebody else has taken one back, of the last 30 days. */
export async function flagFigures({ db, now: clock, blacklistUrl }: Asked): Promise<Figures> {
  const now = clock()
  const queue = await db.query<QueueRow>(
    `select count(*) filter (where resolution = 'flagged')::int as open,
       count(*) filter (where resolution = 'flagged' and opened_at <= $2)::int as overdue,
       min(opened_at) filter (where resolution = 'flagged') as oldest,
       ${SECONDS('opened_at', '$1::timestamptz')} filter (where resolution = 'flagged')::float as waiting,
       ${SECONDS('opened_at', 'resolved_at')} filter (where resolved_at > $3)::float as decided
     from flag_case where resolution = 'flagged' or resolved_at > $3`,
    [now, new Date(now.getTime() - OVERDUE_MS), new Date(now.getTime() - DAYS * 86_400_000)],
  )
  const admins = await db.query<AdminRow>(
    `select who as admin, count(*)::int as decided,
       count(*) filter (where next = 'flag-case.undo' and next_who <> who)::int as overruled
     from (select who, action, lead(action) over of_case as next, lead(who) over of_case as next_who
       from audit_line where at > $1 and action in ('flag-case.ignore', 'flag-case.suspend', 'flag-case.undo')
       window of_case as (partition by target_id order by seq)) line
     where action <> 'flag-case.undo' group by who order by decided desc, who limit 50`,
    [new Date(now.getTime() - DAYS * 86_400_000)],
  )
  const [found] = queue.rows
  return {
    open: found?.open ?? 0,
    overdue: found?.overdue ?? 0,
    oldest: found?.oldest?.toISOString() ?? null,
    waiting_seconds: found?.waiting ?? null,
    decided_seconds: found?.decided ?? null,
    blacklist: blacklistUrl === undefined ? null : await shownList(db),
    moderators: admins.rows.map(({ admin, decided, overruled }) => ({
      admin,
      decided,
      overruled,
      agreement: Math.round((1 - overruled / decided) * 1_000) / 10,
    })),
  }
}
