import { z } from 'zod'
import { isoTime, objectId, queryFlag, queryInteger } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { consentsHttp } from './consents.ts'
import { displayNamesHttp } from './display-names.ts'
import { favouritesHttp } from './favourites.ts'
import { handOversHttp } from './hand-overs.ts'
import { notificationsHttp } from './notifications.ts'
import { personalDataHttp } from './personal-data.ts'
import { identityProfile, identityProvider, profileHttp } from './profile.ts'
import { sessionHttp, signedInAnswer } from './session.ts'
import { signingHttp } from './signing.ts'
import { tokenChecksHttp } from './token-checks.ts'
import { transfersHttp } from './transfers.ts'
import { walletLinksHttp, walletProof } from './wallet-links.ts'
import { waysHttp } from './ways.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

/** A§3, Identity link. */
export const identityLink = z.object({
  _id: objectId.describe('id of the link'),
  linked_account_id: objectId.describe('account that it belongs to'),
  identity_provider: identityProvider.describe('who vouches for the person'),
  identity_provider_profile: identityProfile.describe('the person as the provider describes them'),
  identity_provider_client_id: z
    .string()
    .nullable()
    .describe('as which client of ours the provider was asked; null: it has none, or it was not noted then'),
  migrated_account_id: objectId
    .nullable()
    .describe('the account that it moved from by itself (ID-33); null: it never has'),
  migrated_on: isoTime.nullable().describe('when it moved'),
  created: isoTime.describe('when it was linked'),
  wallet_elsewhere: z
    .string()
    .nullable()
    .describe(
      'of a Join identity: the wallet that Join keeps for the person, where another account has it and the two may be merged by proving that one (ID-34); null: none',
    ),
})
export type IdentityLink = z.infer<typeof identityLink>

const sessionQuery = z.object({
  sessionId: z.string().min(16).max(128).describe('id of the sign-in, from request-webview'),
})

/** ID-13 step 1. `redirectUrl` must be on one of our sites (ID-15); `phone` as WB-12. Sets the cookie `talad_js` (ID-14). */
export const requestWebview = endpoint({
  name: 'requestWebview',
  service,
  method: 'POST',
  path: identity('/join/request-webview'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'Start a sign-in with the Join app',
  body: z.object({
    redirectUrl: z.string().min(1).max(2000).describe('where the browser comes back to; on one of our sites'),
    phone: z.string().max(40).optional().describe('phone number by which the app is opened (WB-12)'),
    purpose: z
      .enum(['sign-in', 'link', 'renew'])
      .default('sign-in')
      .describe(
        'what the app is to show: a sign-in; for who is signed in a link to their account, or a fresh sign-in of the same person. With a phone, the last two only for their own',
      ),
  }),
  status: 201,
  response: z.object({
    sessionId: z.string().describe('id of the sign-in, from request-webview'),
    webviewUrl: z.url().describe('page of the Join app to open'),
    compare: z
      .string()
      .nullable()
      .describe(
        'two digits to show, which the phone asks for before anybody can approve; null without a phone',
      ),
    expiresAt: isoTime.describe('when it ends by itself'),
  }),
  errors: [
    'confirm_identity',
    ...['invalid_redirect_url', 'invalid_phone', 'unavailable'],
    ...['phone_not_yours', 'push_paused', 'push_stopped'],
  ],
  limit: 'sign-in',
})

/** ID-13 step 5. Poll it while the person decides on the phone. */
export const verifySession = endpoint({
  name: 'verifySession',
  service,
  method: 'GET',
  path: identity('/join/verify-session'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'Ask how a Join sign-in stands',
  query: sessionQuery,
  status: 200,
  response: z.object({
    status: z.enum(['pending', 'approved', 'rejected', 'expired']).describe('what the person has decided'),
  }),
  errors: ['invalid_join_session', 'unavailable'],
})

/**
 * ID-13 step 6: once, from the browser that started (cookie `talad_js`, else 401); the second call is 409
 * `session_used`. Sets `talad_rt`.
 */
export const generateToken = endpoint({
  name: 'generateToken',
  service,
  method: 'GET',
  path: identity('/join/generate-token'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'Finish a Join sign-in',
  query: sessionQuery,
  status: 200,
  response: signedInAnswer,
  errors: ['invalid_join_session', 'session_used', 'unavailable'],
  limit: 'sign-in',
})

/** ID-24: the ERC-4361 text to sign with personal_sign. Sets the cookie `talad_w3`; a second call replaces the first. */
export const web3Nonce = endpoint({
  name: 'web3Nonce',
  service,
  method: 'GET',
  path: identity('/web3/nonce'),
  auth: { kind: 'visitor' },
  summary: 'Get the message that proves a wallet',
  query: z.object({ from: z.string().min(1).max(100).describe('address of the wallet') }),
  status: 200,
  response: z.object({
    message: z.string().describe('ERC-4361 text to sign with personal_sign'),
    expiresAt: isoTime.describe('when it ends by itself'),
  }),
  errors: ['invalid_address'],
  limit: 'sign-in',
})

/** ID-24: the signature of the message of `/web3/nonce`, from the same browser, within 5 minutes, once. Sets `talad_rt`. */
export const web3Authorize = endpoint({
  name: 'web3Authorize',
  service,
  method: 'POST',
  path: identity('/web3/authorize'),
  auth: { kind: 'visitor' },
  slow: true,
  summary: 'Sign in with a wallet',
  body: walletProof,
  status: 200,
  response: signedInAnswer,
  errors: [
    'unable_to_sign',
    'nonce_missing',
    'nonce_expired',
    'invalid_address',
    'unavailable',
    'wallet_unlinked_lately',
  ],
  limit: 'sign-in',
})

/**
 * ID-12, GW-28: sign in as the made-up person `user` with any KYC level. Open to visitors, so its policy can't be `dev`;
 * identity registers it only when DEV_MODE is set, which production refuses: elsewhere it is a 404. With `customer` (the
 * default) the account is the customer `join-dev-<user>`.
 */
export const devAuth = endpoint({
  name: 'devAuth',
  service,
  method: 'GET',
  path: identity('/devtool/dev-auth'),
  auth: { kind: 'visitor' },
  summary: 'Sign in as a made-up person (development only)',
  query: z.object({
    user: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .describe('made-up name'),
    level: queryInteger(0, 3).prefault(2).describe('KYC level, 0 to 3'),
    customer: queryFlag.default(true).describe('false: an account without a Join identity'),
  }),
  status: 200,
  response: signedInAnswer,
})

/**
 * The caller's identities, ordered by provider, then by `field` (ID-38). `[]`: the account is gone, sign out;
 * `{refresh: true}`: the access token is older than the links, do one full refresh and load again (ID-37).
 */
export const findIdentityLinks = endpoint({
  name: 'findIdentityLinks',
  service,
  method: 'GET',
  path: identity('/idplink/find'),
  auth: { kind: 'user' },
  summary: "The caller's linked identities",
  query: z.object({
    field: z
      .enum(['created', 'displayName', 'walletAddress'])
      .default('created')
      .describe('what to sort by within a provider'),
    order: z.enum(['asc', 'desc']).default('asc').describe('asc: rising; desc: falling'),
  }),
  status: 200,
  response: z.union([
    z.array(identityLink),
    z.object({
      refresh: z
        .literal(true)
        .describe('true: the token is older than the links; do a full refresh and ask again'),
    }),
  ]),
})

/** Every call that identity serves, wallet signing included. */
export const identityHttp = {
  requestWebview,
  verifySession,
  generateToken,
  web3Nonce,
  web3Authorize,
  devAuth,
  findIdentityLinks,
  ...sessionHttp,
  ...waysHttp,
  ...walletLinksHttp,
  ...profileHttp,
  ...personalDataHttp,
  ...consentsHttp,
  ...handOversHttp,
  ...favouritesHttp,
  ...displayNamesHttp,
  ...notificationsHttp,
  ...tokenChecksHttp,
  ...signingHttp,
  ...transfersHttp,
}
