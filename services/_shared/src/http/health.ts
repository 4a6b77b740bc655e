import type { Policy } from '@talad/proto/http/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../clock.ts'
import type { Queryable } from '../db.ts'

const EVERYBODY: Policy = { kind: 'visitor' }
/** A dependency that says nothing for so long is away: who asks for readiness wants an answer. */
const TIMEOUT_MS = 3_000

export type HealthDeps = {
  log: Pick<Logger, 'warn'>
  /** each dependency's own check; ready when all resolve */
  ready?: Readonly<Record<string, () => Promise<void>>>
  /** when the newest event happened that was projected of each; never decides on readiness */
  newest?: Readonly<Record<string, () => Promise<Date | undefined>>>
  /** what somebody should look at, in words; never decides on readiness */
  warnings?: Readonly<Record<string, () => Promise<string | undefined>>>
  now?: Clock
}

/** How old what is known of others is, in ms: a bus that is late shows here. null: nothing was heard yet. */
async function agesOf({ newest = {}, now = systemClock }: HealthDeps): Promise<object | undefined> {
  const ages = await Promise.all(
    Object.entries(newest).map(async ([name, at]) => {
      const known = await inTime(at()).catch(() => undefined)
      return [name, known === undefined ? null : now().getTime() - known.getTime()] as const
    }),
  )
  return ages.length === 0 ? undefined : Object.fromEntries(ages)
}

async function warningsOf({ warnings = {} }: HealthDeps): Promise<object | undefined> {
  const told = await Promise.all(
    Object.entries(warnings).map(async ([name, read]) => {
      const text = await inTime(read()).catch(() => undefined)
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
  return told.flat().length === 0 ? undefined : Object.fromEntries(told.flat())
}

/** `/livez`: the process serves. `/readyz`: so does what it needs; what is away is named, why is for the log alone (GW-8). */
export function installHealth(fastify: FastifyInstance, deps: HealthDeps): void {
  const { log, ready = {} } = deps
  const config = { policy: EVERYBODY }
  fastify.get('/livez', { config }, async () => ({ status: 'ok' }))
  fastify.get('/readyz', { config }, async (_request, reply) => {
    const asked = Promise.all(
      Object.entries(ready).map(async ([name, check]) => {
        try {
          await inTime(check())
          return [name, 'ok'] as const
        } catch (err) {
          log.warn({ err, dependency: name }, 'not ready')
          return [name, 'away'] as const
        }
      }),
    )
    const [checks, newest_ms_ago, warnings] = await Promise.all([asked, agesOf(deps), warningsOf(deps)])
    const failed = checks.some(([, state]) => state !== 'ok')
    return reply.code(failed ? 503 : 200).send({
      status: failed ? 'unavailable' : 'ok',
      ...Object.fromEntries(checks),
      ...(newest_ms_ago && { newest_ms_ago }),
      ...(warnings && { warnings }),
    })
  })
}

/** @throws Error where the database answers and can't be written to: it is a standby, or a primary that was demoted */
export async function requireWritable(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ writable: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  )
  if (!rows[0]?.writable) throw new Error('the database can only be read')
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
