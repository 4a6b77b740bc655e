import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { identityProvider } from './profile.ts'
import { signedInAnswer } from './session.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

const redirectUrl = z
  .string()
  .min(1)
  .max(2000)
  .describe('where the browser comes back to, on one of our sites (ID-15), with `#proof=…` or `#error=…`')
const begun = z.object({
  url: z.url().describe('page of the provider to open'),
  expiresAt: isoTime.describe('when it ends by itself'),
})
const purpose = z
  .enum(['sign-in', 'link', 'renew'])
  .describe("sign-in: as whoever it is; link: to the caller's account; renew: a fresh sign-in of the caller")

/** By what somebody may sign in here; a way that is away for a moment is named all the same. */
export const waysIn = endpoint({
  name: 'waysIn',
  service,
  method: 'GET',
  path: identity('/ways'),
  auth: { kind: 'visitor' },
  summary: 'Ways to sign in',
  status: 200,
  response: z.object({
    line: z.boolean().describe('LINE, from any browser'),
    liff: z
      .array(
        z.object({
          liffId: z.string().describe("LIFF app that may open this site inside LINE's browser (ID-44)"),
          lineChannelId: z.string().describe('channel of LINE that it belongs to'),
        }),
      )
      .describe('LIFF apps of ours'),
    memberships: z
      .array(
        z.object({
          provider: z.string().describe('name for /oauth/provider/authorize'),
          th: z.string().describe('what it is called in Thai'),
          en: z.string().describe('what it is called in English'),
        }),
      )
      .describe('memberships (ID-25)'),
    dev: z.boolean().describe('made-up people (GW-28)'),
  }),
})

/** ID-22: sends a browser to LINE: code, PKCE, state and nonce. Sets the cookie `talad_pf`; only this browser goes on. */
export const lineBegin = endpoint({
  name: 'lineBegin',
  service,
  method: 'POST',
  path: identity('/line/begin'),
  auth: { kind: 'visitor' },
  summary: 'Begin a proof with LINE; of a signed-in caller for linking and renewal',
  body: z.object({ redirectUrl, purpose: purpose.default('sign-in') }),
  status: 200,
  response: begun,
  errors: ['confirm_identity', 'invalid_redirect_url', 'unknown_provider', 'unauthorized'],
  limit: 'sign-in',
})

/** What a provider sends a browser back with; anything else is ignored. */
const providerAnswer = z.object({
  code: z.string().max(2000).optional().describe('code for the token'),
  state: z.string().max(200).optional().describe('as it was begun'),
  iss: z.string().max(500).optional().describe('who answers (RFC 9207)'),
  error: z.string().max(200).optional().describe('why there is no code'),
})

/** ID-22: LINE sends the browser back. Keeps the result under a handle, writes nothing else, and goes on to redirectUrl. */
export const lineCallback = endpoint({
  name: 'lineCallback',
  service,
  method: 'GET',
  path: identity('/line/callback'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'The browser returns from LINE',
  query: providerAnswer,
  status: 302,
  response: z.undefined(),
  limit: 'sign-in',
})

const lineToken = {
  query: z.object({
    lineChannelId: z.string().min(1).max(20).describe('channel of LINE, one of /ways'),
    lineAt: z.string().min(1).max(2000).optional().describe('access token of LIFF; better in the body'),
  }),
  body: z
    .object({
      lineAt: z.string().min(1).max(2000).optional().describe('access token of LIFF'),
      idToken: z.string().min(1).max(10_000).optional().describe('id token of LIFF'),
    })
    .nullish()
    .transform((body) => body ?? {}),
}

/** ID-22: LIFF's access token or id token, verified at LINE; a profile that a client sends is never believed. Sets `talad_rt`. */
export const lineAuthorize = endpoint({
  name: 'lineAuthorize',
  service,
  method: 'POST',
  path: identity('/line/authorize'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: "Sign in inside LINE's browser",
  ...lineToken,
  status: 200,
  response: signedInAnswer,
  errors: ['invalid_line_token', 'invalid_id_token', 'unknown_provider', 'unavailable'],
  limit: 'sign-in',
})

/** ID-22: the same, for the caller's account: a handle, by which the link is completed. Sets the cookie `talad_pf`. */
export const lineIntegrate = endpoint({
  name: 'lineIntegrate',
  service,
  method: 'POST',
  path: identity('/line/integrate'),
  auth: { kind: 'user' },
  slow: true,
  summary: "Prove a LINE user inside LINE's browser, for a link",
  ...lineToken,
  status: 200,
  response: z.object({
    proof: z.string().describe('handle of what was proved, for this browser and session, once'),
    expiresAt: isoTime.describe('when it ends by itself'),
  }),
  errors: ['confirm_identity', 'invalid_line_token', 'invalid_id_token', 'unknown_provider', 'unavailable'],
  limit: 'sign-in',
})

const oauthQuery = z.object({
  provider: z.string().min(1).max(30).describe('name of the membership, of /ways'),
  redirectUrl,
})

/** ID-25: sends a browser to a membership provider, to sign in. Sets the cookie `talad_pf`. */
export const oauthAuthorize = endpoint({
  name: 'oauthAuthorize',
  service,
  method: 'GET',
  path: identity('/oauth/provider/authorize'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'Begin a sign-in with a membership',
  query: oauthQuery,
  status: 200,
  response: begun,
  errors: ['invalid_redirect_url', 'unknown_provider', 'unavailable'],
  limit: 'sign-in',
})

/** ID-25: the same, to link the membership to the caller's account, or for a fresh sign-in of the caller. */
export const oauthIntegrate = endpoint({
  name: 'oauthIntegrate',
  service,
  method: 'GET',
  path: identity('/oauth/provider/integrate'),
  auth: { kind: 'user' },
  slow: true,
  summary: "Begin a proof of a membership for the caller's account",
  query: oauthQuery.extend({
    purpose: z.enum(['link', 'renew']).default('link').describe('link it, or sign in freshly by it'),
  }),
  status: 200,
  response: begun,
  errors: ['confirm_identity', 'invalid_redirect_url', 'unknown_provider', 'unavailable'],
  limit: 'sign-in',
})

/** ID-25: the provider sends the browser back, each to its own address (RFC 9700); as /line/callback. */
export const oauthCallback = endpoint({
  name: 'oauthCallback',
  service,
  method: 'GET',
  path: identity('/oauth/callback/:provider'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'The browser returns from a membership provider',
  params: z.object({ provider: z.string().max(30).describe('name of the membership') }),
  query: providerAnswer,
  status: 302,
  response: z.undefined(),
  limit: 'sign-in',
})

const handle = z.string().min(1).max(200).describe('of the address to which the callback sent the browser')

/** Signs in by what a callback kept, once, in the browser that began. Sets `talad_rt`. */
export const completeSignIn = endpoint({
  name: 'completeSignIn',
  service,
  method: 'POST',
  path: identity('/proof/sign-in'),
  auth: { kind: 'visitor' },
  summary: 'Finish a sign-in, or a fresh one, with LINE or a membership',
  body: z.object({
    proof: handle,
    purpose: z.enum(['sign-in', 'renew']).default('sign-in').describe('for which it was begun'),
  }),
  status: 200,
  response: signedInAnswer.extend({ provider: identityProvider.describe('by what they signed in') }),
  errors: ['invalid_proof', 'proof_used', 'proof_expired'],
  limit: 'sign-in',
})

/** Ways in beside Join and wallets. */
export const waysHttp = {
  waysIn,
  lineBegin,
  lineCallback,
  lineAuthorize,
  lineIntegrate,
  oauthAuthorize,
  oauthIntegrate,
  oauthCallback,
  completeSignIn,
}
