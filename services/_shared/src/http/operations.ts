import { type Backlog, ownOperations as own } from '@talad/proto/http/operations'
import type { Bus } from '../bus/port.ts'
import type { Db } from '../db.ts'
import {
  askForRetry,
  type DeadLetter,
  dropDeadLetter,
  findDeadLetter,
  openDeadLetters,
} from '../dead-letter-admin.ts'
import { listJobs, runJobNow } from '../job-admin.ts'
import { readerLags } from '../log-lag.ts'
import { Rejection } from '../rejection.ts'
import type { App } from './app.ts'

const MOST_EVENTS = 10_000

type Of = {
  db: Db
  bus: Bus
  groups: readonly string[]
  readers: readonly string[]
  /** what a message says, where a handler of its group can read it */
  says: (letter: Pick<DeadLetter, 'consumer_group' | 'topic' | 'type' | 'payload'>) => string | undefined
}

async function backlogOf({ db, bus, groups, readers }: Of): Promise<Backlog> {
  const { rows } = await db.query<
    Record<'open' | 'waiting' | 'failing' | 'overdue', number> & {
      oldest: Date | null
      failing_since: Date | null
    }
  >(
    `select d.open, d.oldest, j.* from
       (select count(*)::int as open, min(parked_at) as oldest from kit.dead_letter where resolved_at is null) d,
       (select count(*)::int as waiting, (count(*) filter (where failures > 0))::int as failing,
          min(created_at) filter (where failures > 0) as failing_since,
          (count(*) filter (where claimed_by is null and run_at < now() - interval '1 minute'))::int as overdue
        from kit.job) j`,
  )
  const {
    open = 0,
    oldest = null,
    waiting = 0,
    failing = 0,
    failing_since = null,
    overdue = 0,
  } = rows[0] ?? {}
  const lags = await readerLags(db, readers, MOST_EVENTS)
  return {
    readers: lags.map(({ reader, events, oldestMs }) => ({ reader, events, oldest_ms: oldestMs })),
    groups: await Promise.all(
      groups.map(async (group) => {
        const parts = await bus.lag(group)
        const sum = parts.reduce((all, { lag }) => all + lag, 0n)
        return { group, messages: parts.length === 0 ? null : sum.toString() }
      }),
    ),
    dead_letters: { open, oldest_at: oldest?.toISOString() ?? null },
    jobs: { waiting, failing, failing_since: failing_since?.toISOString() ?? null, overdue },
  }
}

const toLetter = (one: DeadLetter) => ({
  id: one.id.toString(),
  group: one.consumer_group,
  topic: one.topic,
  key: one.key,
  type: one.type,
  error: one.error,
  attempts: one.attempts,
  parked_at: one.parked_at.toISOString(),
  next_at: one.due_at?.toISOString() ?? null,
  behind: one.behind?.toString() ?? null,
})

/** Answers for a service about itself: what is stuck in it, and mends that. For other services only. */
export function operationRoutes(app: App, of: Of): void {
  const { db } = of
  app.route(own.backlog, () => backlogOf(of))
  app.route(own.deadLetters, async ({ query: { group, lm: limit } }) => ({
    list: (await openDeadLetters(db, { group, limit })).map(toLetter),
  }))
  app.route(own.deadLetter, async ({ query: { id } }) => {
    const letter = await findDeadLetter(db, BigInt(id))
    if (!letter) throw new Rejection('NOT_FOUND')
    return {
      ...toLetter(letter),
      message: letter.message_id,
      headers: letter.headers,
      payload: letter.payload.toString('base64'),
      says: of.says(letter) ?? null,
    }
  })
  app.route(own.jobs, async ({ query: { failing = false, lm: limit } }) => ({
    list: (await listJobs(db, { failing, limit })).map((one) => ({
      task: one.task,
      key: one.key,
      next_at: one.run_at.toISOString(),
      running: one.running,
      failures: one.failures,
      last_error: one.last_error,
      created_at: one.created_at.toISOString(),
    })),
  }))
  app.route(own.retry, async ({ body }) => {
    const id = BigInt(body.id)
    const letter = await findDeadLetter(db, id)
    if (!letter || letter.resolved_at !== null) throw new Rejection('NOT_FOUND')
    const asked = await askForRetry(db, { id })
    return { outcome: asked.length > 0 ? ('asked' as const) : ('waits_behind' as const) }
  })
  app.route(own.drop, async ({ body: { id, reason } }) => {
    const outcome = await dropDeadLetter(db, BigInt(id), reason)
    if (outcome === 'unknown') throw new Rejection('NOT_FOUND')
    return { outcome }
  })
  app.route(own.run, async ({ body: { task, key } }) => {
    const outcome = await runJobNow(db, task, key)
    if (outcome === 'unknown') throw new Rejection('NOT_FOUND')
    return { outcome }
  })
}
