import { createClient, FetchError, ResponseError } from '@talad/proto/http/client'
import { checkNetwork } from '../browser/network.ts'
import { source } from '../browser/source.ts'
import { currentSession, currentToken, refresh, sessionEnded } from '../session/session.ts'
import { requestKey } from './request-key.ts'

const client = createClient({
  baseUrl: source.origin,
  token: currentToken,
  // what a visitor is told live is read now: browsers would show what they kept for half a minute more (GW-23)
  fetch: (input, init) => source.fetch(input, { ...init, cache: 'no-cache' }),
})

const ENDED = new Set(['unauthorized'])
/** Of the second the browser may have a newer session already, by a sign-in in another tab: the cookie says so. */
const RENEWED = new Set(['token_expired', 'session_expired'])

type Work = (refusal: ResponseError) => Promise<void>
const before = new Set<Work>()

/** Has something done, beside what others ask for, before anybody hears of a refusal, which waits for it and not for its success. */
export function beforeRefusal(work: Work): void {
  before.add(work)
}

/**
 * Calls an endpoint of the contracts as whoever is signed in. An expired token, or that of an ended session, is renewed, once; a
 * refused one ends the session (WB-4).
 */
export const call: typeof client = async (endpoint, given, about) => {
  const key = about?.idempotencyKey
  const keyed = key && { idempotencyKey: requestKey(key, 'body' in given ? given.body : undefined) }
  try {
    return await callRenewed(endpoint, given, { ...about, ...keyed })
  } catch (error) {
    if (error instanceof ResponseError) await Promise.allSettled([...before].map((work) => work(error)))
    throw error
  }
}

const callRenewed: typeof client = async (endpoint, given, about) => {
  try {
    return await client(endpoint, given, about)
  } catch (error) {
    if (error instanceof ResponseError && RENEWED.has(error.code)) {
      await refresh()
      if (currentSession().kind !== 'user') throw error
      return client(endpoint, given, about)
    }
    if (!import.meta.env.SSR && error instanceof FetchError && !about?.signal?.aborted) void checkNetwork()
    if (error instanceof ResponseError && error.status === 401 && ENDED.has(error.code)) sessionEnded()
    throw error
  }
}
