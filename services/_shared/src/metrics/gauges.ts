import type { Bus } from '../bus/port.ts'
import type { Queryable } from '../db.ts'
import { readerLags } from '../log-lag.ts'

type Labels = Readonly<Record<string, string>>
type Point = readonly [value: number, labels?: Labels]

/** Every gauge that a service is asked for, by its name at Prometheus. */
export const GAUGES = {
  talad_log_lag_events: 'events that the relay or a read model has still to read (counted up to 10000)',
  talad_log_lag_seconds: 'age of the oldest event that the relay or a read model has still to read',
  talad_consumer_lag_messages: 'messages that a consumer group has still to handle',
  talad_dead_letters:
    'messages of a consumer group that could not be handled, with those that wait behind them',
  talad_jobs_failing: 'jobs that have failed and wait for their next try',
  talad_job_overdue_seconds: 'how long the job that is due longest has waited',
  talad_chain_queue: 'chain transactions that are not mined yet, by their status',
  talad_chain_queue_oldest_seconds:
    'age of the oldest chain transaction that is not mined yet, by its status',
  talad_check_faults: 'faults that the last run of a check found',
  talad_check_age_seconds: 'how long ago a check was run for the last time',
  talad_outside_calls: 'calls to somebody outside since the process began, by whether an answer came',
  talad_payments: 'card payments that were begun in the last hour, by how they stand',
  talad_relayer_funds: 'what a wallet that pays for transactions has, in whole coins',
} as const
export type Gauge = keyof typeof GAUGES
export type Reading = readonly (readonly [Gauge, ...Point])[]

const LAG_LIMIT = 10_000

async function deadLetters(db: Queryable, groups: readonly string[]): Promise<Reading> {
  const { rows } = await db.query<{ group: string; count: number }>(
    `select consumer_group as group, count(*)::int as count from kit.dead_letter
     where resolved_at is null group by consumer_group`,
  )
  const counts = new Map([
    ...groups.map((group) => [group, 0] as const),
    ...rows.map((row) => [row.group, row.count] as const),
  ])
  return [...counts].map(([group, count]) => ['talad_dead_letters', count, { group }] as const)
}

async function jobs(db: Queryable): Promise<Reading> {
  const { rows } = await db.query<{ failing: number; overdue: number }>(
    `select count(*) filter (where failures > 0)::int as failing,
       greatest(0, coalesce(extract(epoch from now() - min(run_at) filter (where claimed_by is null)), 0))::float8 as overdue
     from kit.job`,
  )
  const { failing = 0, overdue = 0 } = rows[0] ?? {}
  return [
    ['talad_jobs_failing', failing],
    ['talad_job_overdue_seconds', overdue],
  ]
}

async function chainQueue(db: Queryable): Promise<Reading> {
  const { rows } = await db.query<{ status: string; count: number; oldest: number }>(
    `select s.status, count(t.id)::int as count,
       coalesce(extract(epoch from now() - min(t.created_at)), 0)::float8 as oldest
     from unnest(array['pending', 'processing', 'sent']) s (status)
     left join kit.chain_tx t on t.status = s.status and t.status in ('pending', 'processing', 'sent')
     group by s.status`,
  )
  return rows.flatMap(({ status, count, oldest }) => [
    ['talad_chain_queue', count, { status }] as const,
    ['talad_chain_queue_oldest_seconds', oldest, { status }] as const,
  ])
}

async function checks(db: Queryable): Promise<Reading> {
  const { rows } = await db.query<{ check: string; faults: number; age: number }>(
    `select name as check, faults, extract(epoch from now() - verified_at)::float8 as age from kit.verification`,
  )
  return rows.flatMap(({ check, faults, age }) => [
    ['talad_check_faults', faults, { check }] as const,
    ['talad_check_age_seconds', age, { check }] as const,
  ])
}

async function logLag(db: Queryable, readers: readonly string[]): Promise<Reading> {
  return (await readerLags(db, readers, LAG_LIMIT)).flatMap(({ reader, events, oldestMs }) => [
    ['talad_log_lag_events', events, { reader }] as const,
    ['talad_log_lag_seconds', oldestMs / 1_000, { reader }] as const,
  ])
}

async function consumerLag(bus: Pick<Bus, 'lag'>, groups: readonly string[]): Promise<Reading> {
  const lags = await Promise.all(groups.map(async (group) => [group, await bus.lag(group)] as const))
  return lags.map(([group, parts]) => {
    const messages = Number(parts.reduce((sum, { lag }) => sum + lag, 0n))
    return ['talad_consumer_lag_messages', messages, { group }] as const
  })
}

/** What the gauges of a service show now; what can't be asked is left out. */
export async function readGauges(
  deps: { db: Queryable; bus: Pick<Bus, 'lag'>; onError: (error: unknown) => void },
  {
    groups,
    readers,
    own,
  }: { groups: readonly string[]; readers: readonly string[]; own?: (() => Promise<Reading>) | undefined },
): Promise<Reading> {
  const { db, bus, onError } = deps
  const asked = await Promise.allSettled([
    ...[logLag(db, readers), consumerLag(bus, groups), deadLetters(db, groups)],
    ...[jobs(db), chainQueue(db), checks(db)],
    ...(own ? [own()] : []),
  ])
  return asked.flatMap((one) => {
    if (one.status === 'fulfilled') return one.value
    onError(one.reason)
    return []
  })
}
