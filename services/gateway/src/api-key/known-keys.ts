import { apiKeyCheckHttp } from '@talad/proto/http/campaign/api-key-check'
import { createClient } from '@talad/proto/http/client'
import { Rejection } from '@talad/shared/rejection'

export type KnownKey = { id: string; limitPerMinute: number }
type Ask = (digest: string) => Promise<KnownKey | undefined>

export type KnownKeys = {
  /** the key with a digest, where it counts @throws Rejection UNAVAILABLE where campaign can't be asked */
  of: Ask
  /** whether it counted when it was asked for last */
  wasKnown(digest: string): boolean
  /** a key was revoked here: what was asked before counts no more, whenever its answer comes */
  renew(): void
}

/** CA-6: a revoke that came another way bites within this and the time of one call; counted from the question on. */
const FRESH_MS = 2_000
const MOST = 10_000
const TIMEOUT_MS = 2_000

type Entry = { generation: number; askedAt: number; known: boolean; key: Promise<KnownKey | undefined> }

/**
 * CA-6: API keys as campaign knows them, kept for a moment. Each entry has the generation in which it was asked for: one
 * that was begun before a revoke never counts after it.
 */
export function keepKeys(ask: Ask, now: () => number = () => performance.now()): KnownKeys {
  const entries = new Map<string, Entry>()
  let generation = 0

  function fill(digest: string, known: boolean): Entry {
    const entry: Entry = { generation, askedAt: now(), known, key: ask(digest) }
    entry.key.then(
      (key) => {
        entry.known = key !== undefined
      },
      () => {
        if (entries.get(digest) === entry) entries.delete(digest) // asked again by the next
      },
    )
    entries.delete(digest)
    entries.set(digest, entry)
    const [oldest] = entries.keys()
    if (entries.size > MOST && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  return {
    async of(digest) {
      const had = entries.get(digest)
      const counts = had && had.generation === generation && now() - had.askedAt < FRESH_MS
      return (counts ? had : fill(digest, had?.known ?? false)).key
    },
    wasKnown: (digest) => entries.get(digest)?.known ?? false,
    renew() {
      generation += 1
    },
  }
}

/** @param campaign its own address; absent: there are no keys */
export function askCampaign(campaign: string | undefined, internalToken: string): Ask {
  if (campaign === undefined) return async () => undefined
  const call = createClient({ baseUrl: campaign, timeoutMs: TIMEOUT_MS })
  const headers = { 'x-internal-token': internalToken }
  return async (digest) => {
    const answer = await call(apiKeyCheckHttp.checkApiKey, { body: { digest } }, { headers }).catch(() => {
      throw new Rejection('UNAVAILABLE')
    })
    return answer.key ?? undefined
  }
}
