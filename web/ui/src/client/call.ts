import { createClient, FetchError, ResponseError } from '@talad/proto/http/client'
import { checkNetwork } from '../browser/network.ts'
import { source } from '../browser/source.ts'
import { currentToken, refresh, sessionEnded } from '../session/session.ts'
import { requestKey } from './request-key.ts'

const client = createClient({
  baseUrl: source.origin,
  token: currentToken,
  // what a visitor is told live is read now: browsers would show what they kept for half a minute more (GW-23)
  fetch: (input, init) => source.fetch(input, { ...init, cache: 'no-cache' }),
})

const ENDED = new Set(['unauthorized', 'session_expired'])

let prepare: (refusal: ResponseError) => Promise<void> = async () => {}

/** Has something done before anybody hears of a refusal; when that fails, they hear of the refusal alone. */
export function beforeRefusal(work: (refusal: ResponseError) => Promise<void>): void {
  prepare = work
}

/**
 * Calls an endpoint of the contracts as whoever is signed in. An expired token is renewed, once; a refused one ends the
 * session (WB-4).
 */
export const call: typeof client = async (endpoint, given, about) => {
  const key = about?.idempotencyKey
  const keyed = key && { idempotencyKey: requestKey(key, 'body' in given ? given.body : undefined) }
  try {
    return await callRenewed(endpoint, given, { ...about, ...keyed })
  } catch (error) {
    if (error instanceof ResponseError) await prepare(error).catch(() => {})
    throw error
  }
}

const callRenewed: typeof client = async (endpoint, given, about) => {
  try {
    return await client(endpoint, given, about)
  } catch (error) {
    if (error instanceof ResponseError && error.code === 'token_expired') {
      await refresh()
      return client(endpoint, given, about)
    }
    if (!import.meta.env.SSR && error instanceof FetchError && !about?.signal?.aborted) void checkNetwork()
    if (error instanceof ResponseError && error.status === 401 && ENDED.has(error.code)) sessionEnded()
    throw error
  }
}
