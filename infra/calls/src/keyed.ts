import { setTimeout as delay } from 'node:timers/promises'
import { eventsBy, type Prepared, type Row } from './row.ts'
import { type Answer, callerOf, sendTo } from './send.ts'
import type { World } from './world.ts'

/** Where calls are sent to: the gateway, and for those of services among each other their own addresses. */
export type Hosts = { world: World; hostOf(row: Row): string; secret?: string | undefined }

/** A call that is made ready, with the key under which it is sent however often. @param before its effects until then */
export type Call = { row: Row; prepared: Prepared; key: string; before: number }

/** What is answered while something behind a call is away, or by the first of two that hasn't ended; 0: nothing. */
const AWAY: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])
const TRIES = 600
const PAUSE_MS = 100

export const isAway = ({ status }: Pick<Answer, 'status'>) => AWAY.has(status)

/** How often a call has had its effect. */
export async function effectsOf(
  { db }: World,
  { row, prepared, key }: Omit<Call, 'before'>,
): Promise<number> {
  const { effect = eventsBy } = prepared
  const { sql, values } = typeof effect === 'function' ? effect(key) : effect
  const { rows } = await db(row.endpoint.service).query<{ n: bigint }>(sql, values)
  return Number(rows[0]?.n ?? 0n)
}

export async function makeReady({ world }: Hosts, row: Row, key: string): Promise<Call> {
  const prepared = await row.prepare(world)
  const before = row.endpoint.idempotent ? await effectsOf(world, { row, prepared, key }) : 0
  return { row, prepared, key, before }
}

/** @param requestId what its effects are known by in the log */
export async function send(hosts: Hosts, call: Call, requestId = call.key): Promise<Answer> {
  const { row, prepared, key } = call
  const caller = await callerOf(hosts.world, row, prepared, hosts.secret)
  const keyed = row.endpoint.idempotent ? { ...caller, 'idempotency-key': key } : caller
  return sendTo(hosts.hostOf(row), row.endpoint, prepared, { ...keyed, 'x-request-id': requestId })
}

/** The same call until there is an answer of the service. */
export async function sendUntilAnswered(hosts: Hosts, call: Call): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send(hosts, call)
    const waits = isAway(answer) || answer.code === 'request_in_progress'
    if (!waits || tries === TRIES) return answer
    await delay(PAUSE_MS)
  }
}

/**
 * How many effects a call may have had across the death of a process. A request on somebody's phone is made at Join, which
 * takes no key: one whose answer was lost shows a second one. Neither does anything before its owner approves.
 */
export const mostAfterCrash = ({ row }: Pick<Call, 'row'>) => (row.endpoint.service === 'identity' ? 2 : 1)
