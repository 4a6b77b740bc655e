import { setTimeout as delay } from 'node:timers/promises'
import { formOf } from '@talad/proto/http/client'
import type { Endpoint } from '@talad/proto/http/contract'
import { z } from 'zod'
import type { Prepared, Row } from './row.ts'
import type { World } from './world.ts'

/** What a call was answered, to the byte; status 0: no answer came. */
export type Answer = { status: number; code: string; text: string; headers: Headers }

const problem = z.looseObject({ code: z.string() })

/** The address of a call on a host. */
export function addressOf({ path }: Endpoint, { params, query }: Prepared): string {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(Object(params)[name]))
  const asked = String(new URLSearchParams({ ...Object(query) }))
  return asked === '' ? filled : `${filled}?${asked}`
}

/** What is sent, without the address. */
export function initOf(
  { method, auth, form }: Endpoint,
  { body }: Prepared,
  headers: Record<string, string>,
): RequestInit {
  const about = { method, redirect: 'manual' as const, headers }
  if (body === undefined) return about
  // the card provider sends forms
  if (auth.kind === 'callback') return { ...about, body: new URLSearchParams({ ...Object(body) }) }
  if (form) return { ...about, body: formOf(body) }
  return { ...about, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

function codeIn(text: string): string {
  try {
    const parsed = problem.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.code : ''
  } catch {
    return ''
  }
}

/** Sends a call to a host as it is. */
export async function sendTo(
  host: string,
  endpoint: Endpoint,
  prepared: Prepared,
  headers: Record<string, string>,
): Promise<Answer> {
  try {
    const answer = await fetch(host + addressOf(endpoint, prepared), initOf(endpoint, prepared, headers))
    const text = await answer.text()
    return { status: answer.status, code: codeIn(text), text, headers: answer.headers }
  } catch {
    return { status: 0, code: '', text: '', headers: new Headers() }
  }
}

/** The headers of whoever a call is for. @param secret that services know */
export async function callerOf(
  world: World,
  { endpoint: { auth } }: Pick<Row, 'endpoint'>,
  { by, headers = {} }: Prepared,
  secret = '',
): Promise<Record<string, string>> {
  if (auth.kind === 'internal') return { ...headers, 'x-internal-token': secret }
  if (auth.kind === 'callback' || (auth.kind === 'visitor' && by === undefined)) return headers
  const person = by ?? (await (auth.kind === 'admin' ? world.chief() : world.buyer()))
  return { ...headers, authorization: `Bearer ${await world.tokenOf(person)}` }
}

const TRIES = 20
const PAUSE_MS = 500

/** Patient where the site asks for patience: what an overloaded machine answers says nothing about a call. */
export async function askPatiently(...call: Parameters<typeof sendTo>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await sendTo(...call)
    if ((answer.status !== 503 && answer.status !== 429) || tries === TRIES) return answer
    await delay(PAUSE_MS)
  }
}
