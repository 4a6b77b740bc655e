import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

/**
 * ID-10: browsers keep the refresh token in the HttpOnly cookie `talad_rt`, which identity sets itself, and ignore the
 * one in the JSON. `refreshToken` is absent in answers to callers who presented the cookie: script on the page must not
 * be able to read it.
 */
export const tokenPair = z.object({
  accessToken: z.string().describe('JWT for the Authorization header, 15 minutes'),
  refreshToken: z.string().optional().describe('for callers without cookies: renews the access token'),
})

/** What a sign-in or a refresh answers. `serverTime` lets the client judge expiry by the server's clock (ID-7). */
export const signedInAnswer = z.object({
  tokenPair: tokenPair.describe('the tokens'),
  refreshExpiresAt: isoTime.describe('when the refresh token ends unless it is used before (ID-5)'),
  serverTime: isoTime.describe('our clock, to judge expiry by'),
})
export type SignedInAnswer = z.infer<typeof signedInAnswer>

/** The refresh token of callers without cookies (LIFF, native); browsers send no body and their cookie. */
export const refreshBody = z
  .object({
    refreshToken: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('for callers without cookies: renews the access token'),
  })
  .nullish()
  .transform((body) => body ?? {})

/**
 * ID-5, ID-4: a new access token with the level that Join has now; the refresh token stays. Send no Authorization
 * header. 503 means try again, not signed out.
 */
export const halfRefresh = endpoint({
  name: 'halfRefresh',
  service,
  method: 'POST',
  path: identity('/token/half-refresh'),
  auth: { kind: 'visitor' },
  summary: 'Renew the access token',
  body: refreshBody,
  status: 200,
  response: signedInAnswer,
  errors: ['session_expired', 'unavailable'],
})

/** ID-5, ID-6: both tokens new, the old refresh token retired. Send no Authorization header. Sets `talad_rt`. */
export const fullRefresh = endpoint({
  name: 'fullRefresh',
  service,
  method: 'POST',
  path: identity('/token/full-refresh'),
  auth: { kind: 'visitor' },
  summary: 'Renew both tokens',
  body: refreshBody,
  status: 200,
  response: signedInAnswer,
  errors: ['session_expired', 'unavailable'],
})

/**
 * ID-11: ends the session of the cookie, of the body's token or of the access token, and clears the cookies. 200 also when
 * there was none; an expired access token in the header is a 401, so send it only when there is nothing else.
 */
export const logout = endpoint({
  name: 'logout',
  service,
  method: 'POST',
  path: identity('/logout'),
  auth: { kind: 'visitor' },
  summary: 'Sign out',
  body: refreshBody,
  status: 200,
  response: z.object({ status: z.literal('signed_out').describe('always signed_out') }),
})

/** How a session goes on and ends; every page of an app needs it, and no more of identity than this. */
export const sessionHttp = { halfRefresh, fullRefresh, logout }
