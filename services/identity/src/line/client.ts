import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import { outsideText } from '@talad/shared/text'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { z } from 'zod'
import type { LineChannel } from '../config.ts'
import { ANY_AGE, type BegunAttempt, isSignedInFor, SKEW_S } from '../proof/attempt.ts'

const ISSUER = 'https://access.line.me'
/** A token of a sign-in that just happened was just made; one of LIFF is as old as the app is open. */
const JUST_MADE_S = 600
const LIFF_TOKEN_S = 3600
/** LINE went on by itself with who is signed in there: nobody proved anything just now. */
const AUTOMATIC = new Set(['lineautologin', 'linesso'])

const userId = z.string().regex(/^U[0-9a-f]{32}$/)
const tokenAnswer = z.object({ id_token: z.string().max(10_000) })
const verifyAnswer = z.object({ client_id: z.string(), expires_in: z.number() })
const profileAnswer = z.object({ userId, displayName: outsideText(200).nullish() })
const idClaims = z.object({
  sub: userId,
  nonce: z.string().optional(),
  auth_time: z.number().optional(),
  amr: z.array(z.string()).optional(),
  name: outsideText(200).nullish(),
})

export type LineUser = { userId: string; displayName: string | null; isFresh: boolean }

/** LINE Login 2.1. Every call throws Rejection UNAVAILABLE when LINE can't be asked. */
export type Line = {
  /** where the browser goes; `renew`: LINE asks the person again */
  authorizeUrl(
    channel: LineChannel,
    about: { state: string; nonce: string; challenge: string; redirectUri: string; renew: boolean },
  ): string
  /** @throws Rejection INVALID_CODE, INVALID_ID_TOKEN */
  exchange(
    channel: LineChannel,
    about: Pick<BegunAttempt, 'nonce' | 'verifier' | 'redirectUri' | 'begunAt'> & { code: string },
  ): Promise<LineUser>
  /** ID-22: whose access token of LIFF it is, as LINE says. @throws Rejection INVALID_LINE_TOKEN */
  userOfToken(channel: LineChannel, accessToken: string): Promise<LineUser>
  /** whose id token of LIFF it is. @throws Rejection INVALID_ID_TOKEN */
  userOfIdToken(channel: LineChannel, idToken: string): Promise<LineUser>
  /**
   * Tells a user of the channel's provider something by the Messaging API. @param retryKey UUID; what came with it is sent once
   * @returns false where LINE refuses it for good
   */
  push(token: string, message: { to: string; text: string; retryKey: string }): Promise<boolean>
}

type LineDeps = {
  authorizeUrl: string
  apiUrl: string
  timeoutMs: number
  now: () => Date
  log: Pick<Platform['log'], 'warn'>
}

const badToken = (what: string) => new Rejection('INVALID_ID_TOKEN', { field: 'id_token', details: { what } })

function faultOf(error: unknown): Rejection {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return badToken(error.claim)
  return badToken('signature')
}

function makeVerify({ apiUrl, timeoutMs, now }: LineDeps, away: (err: unknown) => never) {
  const jwks = createRemoteJWKSet(new URL(`${apiUrl}/oauth2/v2.1/certs`), {
    timeoutDuration: timeoutMs,
    [customFetch]: (url, options) => fetch(url, options).catch(away),
  })
  const isAway = (error: unknown) =>
    error instanceof Rejection ||
    error instanceof errors.JWKSTimeout ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') // LINE answered the question for keys with an error

  return async function verify(
    channel: LineChannel,
    idToken: string,
    maxTokenAge: number,
  ): Promise<JWTPayload> {
    // HS256 by the channel's secret and ES256 by LINE's keys, never one by the other's
    const key: JWTVerifyGetKey = async (header, token) =>
      header.alg === 'HS256' ? new TextEncoder().encode(channel.channelSecret) : await jwks(header, token)
    try {
      const { payload } = await jwtVerify(idToken, key, {
        algorithms: ['HS256', 'ES256'],
        issuer: ISSUER,
        audience: channel.channelId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: SKEW_S,
        maxTokenAge,
        currentDate: now(),
      })
      return payload
    } catch (error) {
      if (isAway(error)) return away(error)
      throw faultOf(error)
    }
  }
}

/** @param deps `apiUrl` and `authorizeUrl` of LINE; an answer that takes longer than `timeoutMs` is none */
export function makeLine(deps: LineDeps): Line {
  const { apiUrl, timeoutMs, log } = deps
  const away = (err: unknown): never => {
    if (!(err instanceof Rejection)) log.warn({ err }, 'LINE can not be asked')
    throw new Rejection('UNAVAILABLE')
  }
  const verify = makeVerify(deps, away)

  /** @returns undefined where LINE says no */
  async function ask<S extends z.ZodType>(
    answer: S,
    path: string,
    init: RequestInit,
  ): Promise<z.output<S> | undefined> {
    const response = await fetch(apiUrl + path, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch(away)
    if (response.status === 429 || response.status >= 500) return away({ status: response.status })
    if (!response.ok) return undefined
    const parsed = answer.safeParse(await response.json().catch(() => undefined))
    return parsed.success ? parsed.data : away({ issues: parsed.error.issues.map(({ path: at }) => at) })
  }

  function userIn(payload: JWTPayload, isFresh: boolean): LineUser {
    const claims = idClaims.safeParse(payload)
    if (!claims.success) throw badToken('sub')
    return { userId: claims.data.sub, displayName: claims.data.name ?? null, isFresh }
  }

  return {
    authorizeUrl({ channelId }, { state, nonce, challenge, redirectUri, renew }) {
      const url = new URL(deps.authorizeUrl)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: channelId,
        redirect_uri: redirectUri,
        state,
        nonce,
        scope: 'openid profile',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(renew ? { max_age: '0', disable_auto_login: 'true' } : { max_age: ANY_AGE }),
      }).toString()
      return url.href
    },
    async exchange(channel, { code, nonce, verifier, redirectUri, begunAt }) {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }
      const answer = await ask(tokenAnswer, '/oauth2/v2.1/token', {
        method: 'POST',
        body: new URLSearchParams({
          ...form,
          client_id: channel.channelId,
          client_secret: channel.channelSecret,
        }),
      })
      if (!answer) throw new Rejection('INVALID_CODE', { field: 'code' })
      const payload = await verify(channel, answer.id_token, JUST_MADE_S)
      const { nonce: said, amr = [], auth_time } = idClaims.safeParse(payload).data ?? {}
      if (said !== nonce) throw badToken('nonce')
      const isAsked = amr.length > 0 && !amr.some((way) => AUTOMATIC.has(way))
      return userIn(payload, isAsked && isSignedInFor({ begunAt }, auth_time))
    },
    async userOfToken({ channelId }, accessToken) {
      const invalid = new Rejection('INVALID_LINE_TOKEN', { field: 'lineAt' })
      const query = new URLSearchParams({ access_token: accessToken })
      const token = await ask(verifyAnswer, `/oauth2/v2.1/verify?${query}`, {})
      if (!token || token.client_id !== channelId || token.expires_in <= 0) throw invalid
      const profile = await ask(profileAnswer, '/v2/profile', {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      if (!profile) throw invalid
      return { userId: profile.userId, displayName: profile.displayName ?? null, isFresh: false }
    },
    async push(token, { to, text, retryKey }) {
      const response = await fetch(`${apiUrl}/v2/bot/message/push`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-line-retry-key': retryKey,
        },
        body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch(away)
      await response.body?.cancel()
      if (response.status === 429 || response.status >= 500) return away({ status: response.status })
      return response.ok || response.status === 409 // sent before under this key
    },
    userOfIdToken: async (channel, idToken) => userIn(await verify(channel, idToken, LIFF_TOKEN_S), false),
  }
}
