import { createClient } from '@talad/proto/http/client'
import { revokedSessions } from '@talad/proto/http/identity/token-checks'
import { Rejection } from '../rejection.ts'

/** What has become of a token's session and account since the token was made. */
export type SessionStatus = {
  /** ID-11: signed out, or ended because a retired refresh token came again (ID-6) */
  ended: boolean
  /** ID-4: the level that identity knows now; undefined: as the token says */
  kycLevel: number | undefined
}

export type SessionStatuses = {
  /** @throws Rejection UNAVAILABLE when identity hasn't told anything for five minutes */
  of(holder: { accountId: string; sessionId: string | undefined }): Promise<SessionStatus>
}

/** A sign-out bites within this and the time of one call (B24). */
const FRESH_MS = 2_000
/** From then on it is asked ahead of time, so that where calls are many none of them waits. */
const AHEAD_MS = 1_000
/** ID-4: what is older counts as not known; until then the shop goes on without identity. */
const STALE_MS = 5 * 60_000
/** How long a request waits for news that may be late. */
const PATIENCE_MS = 1_000
const TIMEOUT_MS = 3_000
/** Asked again for what was told before: clocks differ, and a change is noted before it commits. */
const OVERLAP_MS = 30_000

type News = { endedAt: number } | { kycLevel: number; changedAt: number }

/** What was told, for as long as a token made before may live. */
function createMemory() {
  const sessions = new Map<string, Extract<News, { endedAt: number }>>()
  const accounts = new Map<string, Extract<News, { changedAt: number }>>()
  return {
    sessions,
    accounts,
    forgetBefore(oldest: number) {
      for (const [id, { endedAt }] of sessions) if (endedAt < oldest) sessions.delete(id)
      for (const [id, { changedAt }] of accounts) if (changedAt < oldest) accounts.delete(id)
    },
  }
}

/**
 * Asks identity which sessions have ended and whose level changed. Only when there is a call to judge, and at most
 * every second: an idle service asks nothing.
 * @param options `identityUrl` is identity's own address, `internalToken` what it knows us by (GW-3)
 */
export function followSessionStatuses(options: {
  identityUrl: string
  internalToken: string
}): SessionStatuses {
  const call = createClient({ baseUrl: options.identityUrl, timeoutMs: TIMEOUT_MS })
  const headers = { 'x-internal-token': options.internalToken }
  const memory = createMemory()
  let heard: { at: number; asOf: number } | undefined
  let tryAfter = 0
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const at = performance.now()
    const query = heard === undefined ? {} : { since: new Date(heard.asOf - OVERLAP_MS).toISOString() }
    const told = await call(revokedSessions, { query }, { headers })
    for (const { sid, revoked_at } of told.sessions)
      memory.sessions.set(sid, { endedAt: Date.parse(revoked_at) })
    for (const { account_id, kyc_level, changed_at } of told.levels)
      memory.accounts.set(account_id, { kycLevel: kyc_level, changedAt: Date.parse(changed_at) })
    memory.forgetBefore(Date.parse(told.oldest))
    heard = { at, asOf: Date.parse(told.as_of) }
  }

  async function refresh(): Promise<void> {
    const now = performance.now()
    const age = heard === undefined ? Number.POSITIVE_INFINITY : now - heard.at
    if (age < AHEAD_MS || (asking === undefined && now < tryAfter)) return
    asking ??= ask()
      .catch(() => {
        tryAfter = performance.now() + FRESH_MS // who is away is not asked by every request
      })
      .finally(() => {
        asking = undefined
      })
    if (age < FRESH_MS) return
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, heard === undefined ? TIMEOUT_MS : PATIENCE_MS)
    })
    await Promise.race([asking, patience])
    clearTimeout(timer)
  }

  return {
    async of({ accountId, sessionId }) {
      await refresh()
      if (heard === undefined || performance.now() - heard.at > STALE_MS) throw new Rejection('UNAVAILABLE')
      return {
        ended: sessionId !== undefined && memory.sessions.has(sessionId),
        kycLevel: memory.accounts.get(accountId)?.kycLevel,
      }
    },
  }
}
