import { timingSafeEqual } from 'node:crypto'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { mayReturnTo } from '../redirect.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { noteSecurity } from '../security/log.ts'
import type { Visit } from '../session/device.ts'
import { endOf, isLive, refreshExpiry } from '../session/judge-refresh.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'
import {
  findSession,
  holdLiveSession,
  insertSession,
  joinOf,
  originOf,
  revokeSession,
} from '../session/store.ts'
import { accessTokenFor, type TokenPair } from '../session/tokens.ts'

/** For a person to agree. */
export const BEGUN_SECONDS = 10 * 60
/** ID-8 */
const AGREED_SECONDS = 60

const HAND_OVER_PAGE = '/auth/hand-over'

/** Sessions are taken over from the main site. */
export const fromSite = ({ config }: Pick<Deps, 'config'>): string => config.SIGN_IN_HOSTS[0]

const newHandle = () => `h-${newSecret()}`
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** @param browser what is kept of the cookie of the browser that begins. @throws Rejection INVALID_REDIRECT_URL (ID-15) */
export async function beginHandOver(
  deps: Deps,
  { redirectUrl, browser }: { redirectUrl: string; browser: Buffer },
) {
  if (!mayReturnTo(redirectUrl, await signInHosts(deps)))
    throw new Rejection('INVALID_REDIRECT_URL', { field: 'redirectUrl' })
  const sessionId = newHandle()
  const expiresAt = after(deps.now(), BEGUN_SECONDS)
  await deps.db.query(
    'insert into hand_over (request_hash, browser_hash, redirect_url, expires_at) values ($1, $2, $3, $4)',
    [hashSecret(sessionId), browser, redirectUrl, expiresAt],
  )
  const askUrl = new URL(HAND_OVER_PAGE, fromSite(deps))
  askUrl.searchParams.set('sessionId', sessionId)
  return { sessionId, askUrl: askUrl.href, expiresAt }
}

/** The site that asks. @throws Rejection HAND_OVER_ENDED */
export async function siteOfHandOver(deps: Deps, sessionId: string): Promise<string> {
  const { rows } = await deps.db.query<{ redirect_url: string }>(
    'select redirect_url from hand_over where request_hash = $1 and taking_hash is null and expires_at > $2',
    [hashSecret(sessionId), deps.now()],
  )
  const [row] = rows
  if (!row) throw new Rejection('HAND_OVER_ENDED')
  return new URL(row.redirect_url).origin
}

/**
 * Whoever is signed in agrees: of many at once, one.
 * @returns the address with a new id in it, which who only knew the old one doesn't have
 * @throws Rejection HAND_OVER_ENDED
 */
export async function agreeToHandOver(deps: Deps, sessionId: string, by: { sessionId: string }) {
  const now = deps.now()
  const taking = newHandle()
  const expiresAt = after(now, AGREED_SECONDS)
  const { rows } = await deps.db.query<{ redirect_url: string }>(
    `update hand_over set taking_hash = $2, session_id = $3, expires_at = $4
     where request_hash = $1 and taking_hash is null and expires_at > $5 returning redirect_url`,
    [hashSecret(sessionId), hashSecret(taking), by.sessionId, expiresAt, now],
  )
  const [row] = rows
  if (!row) throw new Rejection('HAND_OVER_ENDED')
  const back = new URL(row.redirect_url)
  back.searchParams.set('sessionId', taking)
  return { redirectUrl: back.href, expiresAt }
}

/**
 * A session beside the one that was handed over: of the same account and the same proof, which it doesn't renew (ID-29).
 * @param browser what is kept of the caller's cookie; undefined without one
 * @throws Rejection HAND_OVER_ENDED, also where the session has ended since
 */
export async function takeHandOver(
  deps: Deps,
  { sessionId, browser }: { sessionId: string; browser: Buffer | undefined },
  { device, site, formerSessionId }: Visit,
): Promise<TokenPair> {
  const now = deps.now()
  const id = newId(now)
  const refreshToken = await transact(deps, async (tx) => {
    // only the browser that began, or a stranger's link would sign one in as the stranger
    const { rows } = await tx.query<{ browser_hash: Buffer; session_id: string; account_id: string }>(
      `delete from hand_over h using session s
       where h.taking_hash = $1 and h.expires_at > $2 and s.id = h.session_id
       returning h.browser_hash, h.session_id, s.account_id`,
      [hashSecret(sessionId), now],
    )
    const [row] = rows
    if (row) await lockAccounts(tx, [row.account_id], 'shared')
    const isKept = row && (await holdLiveSession(tx, row.session_id))
    const from = isKept ? await findSession(tx, row.session_id) : undefined
    if (!row || !browser || !timingSafeEqual(browser, row.browser_hash) || !from || !isLive(from, now))
      throw new Rejection('HAND_OVER_ENDED')
    const { accountId, joinExpiresAt, provedAt } = from
    const join = joinOf(from)
    const expiresAt = refreshExpiry(now, deps.config.REFRESH_TOKEN_SECONDS, joinExpiresAt)
    const origin = await originOf(tx, from.id)
    const about = { id, accountId, ...origin, join, expiresAt, device, site, provedAt }
    if (formerSessionId !== undefined && formerSessionId !== from.id)
      await revokeSession(tx, formerSessionId, now)
    await noteSecurity(tx, [{ accountId, kind: 'signed_in', provider: origin.provider, device, site }], now)
    return insertSession(tx, about, now)
  })
  const session = await findSession(deps.db, id)
  if (!session) throw new Error(`session ${id} is gone`)
  const accessToken = await accessTokenFor(deps, session, now)
  return { accessToken, refreshToken, refreshExpiresAt: endOf(session).toISOString() }
}
