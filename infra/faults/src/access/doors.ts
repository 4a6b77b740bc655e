import { setTimeout as delay } from 'node:timers/promises'
import type { Policy } from '@talad/proto/http/contract'
import { z } from 'zod'
import type { Service, System } from '../system.ts'

/** What a call was answered with. */
export type Answer = { status: number; code: string; body: unknown; text: string; headers: Headers }

/** One call of one service that asks for a token, or at least looks at one. */
export type Door = { name: string; policy: Policy; knock(headers: Record<string, string>): Promise<Answer> }

const problemSchema = z.looseObject({ code: z.string() })

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

const PATIENCE = 20
const PAUSE_MS = 500

/**
 * Calls, and reads the answer whole; a stream of updates is left as soon as it is open. Patient where the site asks for
 * patience: what an overloaded machine answers says nothing about who may call.
 */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await askOnce(url, init)
    if (answer.status !== 503 || tries === PATIENCE) return answer
    await delay(PAUSE_MS)
  }
}

async function askOnce(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init })
  const { status, headers } = answer
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status, code: '', body: undefined, text: '', headers }
  }
  const text = await answer.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  const problem = problemSchema.safeParse(body)
  return { status, code: problem.success ? problem.data.code : '', body, text, headers }
}

/** Sends JSON. */
export function send(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  const init = { method, headers: { 'content-type': 'application/json', ...headers } }
  return ask(url, { ...init, body: JSON.stringify(body) })
}

function doorOf({ name, url, routes }: Service): Door {
  const simple = routes.filter(
    (route) => route.method !== 'HEAD' && !route.url.includes(':') && !route.url.endsWith('/live'),
  )
  const closed = simple.filter(({ policy }) => policy.kind === 'user' || policy.kind === 'customer')
  // a service without calls of its users still refuses a token that is not good
  const open = simple.filter((route) => route.url.startsWith('/api/'))
  const [found] = [...closed, ...open].toSorted((a, b) => rank(a) - rank(b))
  if (!found) throw new Error(`${name} has no call to try tokens on`)
  const knock = (headers: Record<string, string>) =>
    found.method === 'GET'
      ? ask(url + found.url, { headers })
      : send(url + found.url, {}, headers, found.method)
  return { name, policy: found.policy, knock }
}

/** Closed before open, reading before writing. */
function rank({ policy, method }: Service['routes'][number]): number {
  return (policy.kind === 'visitor' ? 2 : 0) + (method === 'GET' ? 0 : 1)
}

/** A token that is believed; what the call then makes of an empty body is another matter. */
export function isIn({ status }: Answer): boolean {
  return status !== 401 && status < 500
}

/** One door of each service, the gateway's among them: nobody believes the gateway alone. */
export function doorsOf(system: System): Door[] {
  return system.services.map(doorOf)
}

export function isClosed({ policy }: Door): boolean {
  return policy.kind !== 'visitor'
}
