import { createHash } from 'node:crypto'
import type { SignedInAnswer } from '@talad/proto/http/identity/session'
import { wellFormed } from '@talad/shared/text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { noteTokenInJson } from './store.ts'
import type { TokenPair } from './tokens.ts'

/** ID-10: the refresh token. */
const REFRESH = 'talad_rt'
const PATH = '/identity'

/** of a sign-in with Join, with a wallet, with a provider that the browser is sent to */
export type BrowserCookie = 'talad_js' | 'talad_w3' | 'talad_pf'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

function setCookie(
  deps: Deps,
  { request, reply }: Exchange,
  name: string,
  value: string,
  maxAge: number,
): void {
  const secure = deps.config.NODE_ENV === 'production' || request.protocol === 'https'
  reply.setCookie(name, value, { httpOnly: true, sameSite: 'lax', path: PATH, secure, maxAge })
}

/** The refresh token that a caller presents: in the body (LIFF, native), else in the cookie. */
export function presentedToken(
  request: FastifyRequest,
  body: { refreshToken?: string | undefined },
): { refreshToken: string | undefined; byCookie: boolean } {
  if (body.refreshToken !== undefined) return { refreshToken: body.refreshToken, byCookie: false }
  return { refreshToken: request.cookies[REFRESH], byCookie: true }
}

/** A browser: none lets the script of a page write this header. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined
}

/**
 * Answers a sign-in: the pair, and the refresh token as a cookie. A browser gets it as a cookie alone, out of reach of
 * the page's script (ID-10).
 */
export async function answerSignIn(deps: Deps, exchange: Exchange, pair: TokenPair): Promise<SignedInAnswer> {
  setCookie(deps, exchange, REFRESH, pair.refreshToken, deps.config.REFRESH_TOKEN_SECONDS)
  const { accessToken, refreshToken, refreshExpiresAt } = pair
  const inCookie = isBrowser(exchange.request)
  if (!inCookie) await noteTokenInJson(deps.db, refreshToken)
  const tokenPair = inCookie ? { accessToken } : { accessToken, refreshToken }
  return { tokenPair, refreshExpiresAt, serverTime: deps.now().toISOString() }
}

/**
 * Answers a refresh. Who presented the cookie doesn't get the refresh token into the reach of the page's script (ID-10).
 * The cookie is set only when the token is a new one: a slow half refresh must not bring back a token that another tab
 * has retired meanwhile (ID-7).
 */
export async function answerRefresh(
  deps: Deps,
  exchange: Exchange,
  pair: TokenPair,
  presented: { refreshToken: string; byCookie: boolean },
): Promise<SignedInAnswer> {
  const { accessToken, refreshToken, refreshExpiresAt } = pair
  const answer =
    refreshToken === presented.refreshToken
      ? { tokenPair: { accessToken, refreshToken }, refreshExpiresAt, serverTime: deps.now().toISOString() }
      : await answerSignIn(deps, exchange, pair)
  return presented.byCookie ? { ...answer, tokenPair: { accessToken } } : answer
}

export function clearRefreshCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH, { path: PATH })
}

/** ID-11 */
export function clearCookies(reply: FastifyReply): void {
  for (const name of [REFRESH, 'talad_js', 'talad_w3', 'talad_pf']) reply.clearCookie(name, { path: PATH })
}

/**
 * ID-14, ID-24: marks the browser that begins a sign-in, so that only it can finish; the mark that it has is kept, as
 * two tabs may be at it.
 * @returns what is kept of the mark
 */
export function markBrowser(deps: Deps, exchange: Exchange, name: BrowserCookie, maxAge: number): Buffer {
  const known = exchange.request.cookies[name]
  const mark = known !== undefined && /^[A-Za-z0-9_-]{43}$/.test(known) ? known : newSecret()
  setCookie(deps, exchange, name, mark, maxAge)
  return hashSecret(mark)
}

export function browserMark(request: FastifyRequest, name: BrowserCookie): Buffer | undefined {
  const mark = request.cookies[name]
  return mark === undefined ? undefined : hashSecret(mark)
}

/** The site that the browser is on, if it is one of ours. */
export function siteOf({ host }: FastifyRequest, origins: readonly [string, ...string[]]): string {
  return origins.find((origin) => new URL(origin).host === host) ?? origins[0]
}

/** What a browser calls itself, as far as it is kept with a link. */
export function userAgentOf({ headers }: FastifyRequest): string | undefined {
  const sent = headers['user-agent']
  return sent === undefined ? undefined : wellFormed(sent, 200)
}

/** The claim jsh (ID-2), by which we also keep a Join session. */
export function joinSessionHash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex')
}
