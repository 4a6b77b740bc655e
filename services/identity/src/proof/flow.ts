import { createHash } from 'node:crypto'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireFresh } from '../account/decide-wallet.ts'
import type { Deps } from '../deps.ts'
import { mayReturnTo } from '../redirect.ts'
import { newSecret } from '../secrets.ts'
import { browserMark, markBrowser, siteOf } from '../session/cookies.ts'
import type { OutsideProof } from '../session/proof.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'
import type { Asked, BegunAttempt, ProviderAnswer } from './attempt.ts'
import { beginAttempt, type Holder, keepResult, type Purpose, takeAttempt } from './store.ts'

const COOKIE_SECONDS = 15 * 60

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * ID-29: the session that begins a link is fresh, as who completes it must be the same one.
 * @throws Rejection CONFIRM_IDENTITY
 */
export function requireFreshFor(
  purpose: Purpose,
  actor: Pick<Actor, 'signedInAt' | 'waysIn'> | undefined,
  now: Date,
): void {
  if (purpose === 'link') requireFresh(actor?.signedInAt, now, actor?.waysIn)
}

/** The session that goes on with a proof, where it is no sign-in. @throws Rejection UNAUTHORIZED without one */
export function sessionFor(purpose: Purpose, actor: Actor | undefined): Holder['session'] {
  if (purpose === 'sign-in') return undefined
  if (actor?.sessionId === undefined) throw new Rejection('UNAUTHORIZED')
  return { accountId: actor.accountId, sessionId: actor.sessionId }
}

/**
 * Begins a proof in a browser.
 * @param about `path` is where the provider answers; `urlOf` makes the provider's page of what it needs to know
 * @throws Rejection INVALID_REDIRECT_URL (ID-15), UNAUTHORIZED, CONFIRM_IDENTITY; those of `urlOf`
 */
export async function beginProof(
  deps: Deps,
  exchange: Exchange & { actor: Actor | undefined },
  about: {
    provider: string
    clientId: string
    purpose: Purpose
    redirectUrl: string
    path: string
    urlOf: (asked: Asked) => Promise<string>
  },
): Promise<{ url: string; expiresAt: string }> {
  const { provider, clientId, purpose, redirectUrl, path } = about
  const hosts = await signInHosts(deps)
  if (!mayReturnTo(redirectUrl, hosts)) throw new Rejection('INVALID_REDIRECT_URL', { field: 'redirectUrl' })
  const session = sessionFor(purpose, exchange.actor)
  requireFreshFor(purpose, exchange.actor, deps.now())
  const browser = markBrowser(deps, exchange, 'talad_pf', COOKIE_SECONDS)
  // back to the host that has the browser's cookie
  const redirectUri = siteOf(exchange.request, hosts) + path
  const attempt = { clientId, nonce: newSecret(), verifier: newSecret(), redirectUri, redirectUrl }
  const { state, expiresAt } = await beginAttempt(deps, { purpose, browser, session }, { provider, attempt })
  const challenge = createHash('sha256').update(attempt.verifier).digest('base64url')
  const { nonce } = attempt
  const url = await about.urlOf({ state, nonce, challenge, redirectUri, renew: purpose !== 'sign-in' })
  return { url, expiresAt: expiresAt.toISOString() }
}

const AWAY = new Set(['server_error', 'temporarily_unavailable'])

function codeOf({ code, error }: ProviderAnswer): string {
  if (error !== undefined) throw new Rejection(AWAY.has(error) ? 'UNAVAILABLE' : 'PROVIDER_REFUSED')
  if (code === undefined) throw new Rejection('INVALID_CODE', { field: 'code' })
  return code
}

function withFragment(address: string, fragment: Record<string, string>): string {
  const url = new URL(address)
  url.hash = new URLSearchParams(fragment).toString()
  return url.href
}

/** @throws what is no Rejection */
const reasonOf = (error: unknown): string => {
  if (error instanceof Rejection) return error.code.toLowerCase()
  throw error
}

/**
 * A provider sent the browser back: keeps what it proves under a handle, and nothing else changes.
 * @param prove asks the provider by the code
 * @returns where the browser goes on, with the handle or why there is none: not in the query, which servers get to see
 */
export async function callBack(
  deps: Deps,
  request: FastifyRequest,
  answer: ProviderAnswer,
  about: { provider: string; prove: (code: string, attempt: BegunAttempt) => Promise<OutsideProof> },
): Promise<string> {
  const { state } = answer
  const browser = browserMark(request, 'talad_pf')
  const taken = await takeAttempt(deps, { state, provider: about.provider, browser }).catch(reasonOf)
  if (typeof taken === 'string')
    return withFragment(`${siteOf(request, await signInHosts(deps))}/auth/back`, { error: taken })
  const { redirectUrl } = taken.attempt
  try {
    const proof = await about.prove(codeOf(answer), taken.attempt)
    return withFragment(redirectUrl, { proof: (await keepResult(deps, taken, proof)).handle })
  } catch (error) {
    return withFragment(redirectUrl, { error: reasonOf(error) })
  }
}
