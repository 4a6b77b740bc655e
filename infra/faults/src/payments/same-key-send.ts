import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import type { Endpoint } from '@talad/proto/http/contract'
import type { Deed } from './same-key-deed.ts'

/** An answer, to the byte; status 0: none came. */
export type Reply = { status: number; text: string }
/** @param requestId what its effects are known by in the log; absent: its key */
export type Keyed = { endpoint: Endpoint; key: string; deed: Deed; before: number; requestId?: string }

export const AWAY = new Set([0, 502, 503, 504])
const TRIES = 200
const PAUSE_MS = 100

type Site = { run: Pick<Run, 'gateway'> }

export async function send(
  { run }: Site,
  { endpoint, key, deed, requestId = key }: Keyed,
  body = deed.body,
): Promise<Reply> {
  const { method } = endpoint
  const { token } = typeof deed.person === 'function' ? await deed.person() : deed.person
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, 'x-request-id': requestId }
  const asked =
    method === 'DELETE'
      ? fetch(`${run.gateway}${endpoint.path}?${new URLSearchParams({ ...body })}`, { method, headers })
      : fetch(run.gateway + endpoint.path, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
  return asked.then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    () => ({ status: 0, text: '' }),
  )
}

/** The same call until there is an answer of the service. */
export async function insist(site: Site, call: Keyed): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await send(site, call)
    const waits = AWAY.has(reply.status) || reply.text.includes('request_in_progress')
    if (!waits || tries === TRIES) return reply
    await delay(PAUSE_MS)
  }
}
