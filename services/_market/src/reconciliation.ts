import type { Reconciliation } from '@talad/proto/http/shipping-payment/reconciliation'
import type { Queryable } from '@talad/shared/db'
import { type AnyJob, recurring } from '@talad/shared/jobs'
import { DAY_MS, dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'
import type { Platform } from '@talad/shared/platform'

/** A day of Thailand, and the time that it is. */
export type Day = { day: string; from: Date; until: Date }

/** What a comparison with a provider has found. */
export type Compared = Pick<Reconciliation, 'compared' | 'differences' | 'unanswered'>

const HOUR_MS = 60 * 60 * 1_000
/** Days that are put beside the provider's again while anything differs: what is late settles within them. */
const DAYS = 7
const KEPT_DIFFERENCES = 100

const timeOf = (day: string): Day => ({ day, from: startOfDay(day), until: startOfDay(dayAfter(day)) })

/** The days that are over and not known to be clean, oldest first. */
async function openDays(db: Queryable, first: Date, now: Date): Promise<string[]> {
  const today = dayOf(now)
  const earliest = dayOf(new Date(Math.max(first.getTime(), now.getTime() - DAYS * DAY_MS)))
  const { rows } = await db.query<{ day: string }>(
    'select day::text from kit.reconciliation where day >= $1 and faults = 0 and unanswered = 0',
    [earliest],
  )
  const clean = new Set(rows.map(({ day }) => day))
  const days: string[] = []
  for (let day = earliest; day < today; day = dayAfter(day)) if (!clean.has(day)) days.push(day)
  return days
}

async function note(db: Queryable, day: string, found: Compared, now: Date): Promise<void> {
  const { compared, differences, unanswered } = found
  await db.query(
    `insert into kit.reconciliation (day, compared, faults, differences, unanswered, finished_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (day) do update set compared = excluded.compared, faults = excluded.faults,
       differences = excluded.differences, unanswered = excluded.unanswered, finished_at = excluded.finished_at`,
    [
      day,
      compared,
      differences.length,
      JSON.stringify(differences.slice(0, KEPT_DIFFERENCES)),
      unanswered,
      now,
    ],
  )
}

/**
 * Puts every day that is over beside the provider's own account of it, and tells operators of what differs. A day that
 * isn't clean is looked at again every hour for a week; its table `kit.reconciliation` keeps what was found last.
 * @param spec `firstAt`: when there was anything to compare first; undefined: never yet. `compare` changes nothing, and
 * throws when the provider says nothing at all: then the day is tried again
 */
export function reconciling<Deps extends Platform>(spec: {
  name: string
  firstAt: (deps: Deps) => Promise<Date | undefined>
  compare: (deps: Deps, day: Day) => Promise<Compared>
}): AnyJob<Deps> {
  return recurring<Deps>({
    name: spec.name,
    everyMs: HOUR_MS,
    async run({ deps, now }) {
      const first = await spec.firstAt(deps)
      if (first === undefined) return
      for (const day of await openDays(deps.db, first, now)) {
        const found = await spec.compare(deps, timeOf(day))
        await note(deps.db, day, found, deps.now())
        const { differences, unanswered } = found
        if (differences.length > 0 || unanswered > 0)
          deps.log.error(
            { day, faults: differences.length, unanswered, first: differences[0] },
            'a day differs from what the provider says of it',
          )
      }
    },
  })
}

const SHOWN_DAYS = 100

/** What was found, the newest days first. */
export async function reconciledDays(db: Queryable): Promise<Reconciliation[]> {
  const { rows } = await db.query<Omit<Reconciliation, 'finished'> & { finished_at: Date }>(
    `select day::text, compared, faults, differences, unanswered, finished_at from kit.reconciliation
     order by day desc limit ${SHOWN_DAYS}`,
  )
  return rows.map(({ finished_at, ...row }) => ({ ...row, finished: finished_at.toISOString() }))
}
