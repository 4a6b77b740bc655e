import { z } from 'zod'
import { customerId, isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { identityLink } from './accounts.ts'
import { signedInAnswer } from './session.ts'
import { walletProof } from './wallet-links.ts'

const service = 'identity'
const path = (step: string) => `${base.identity}/account/merge/${step}`
const fresh = { kind: 'user', fresh: true } as const

const mergeId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .describe('what /account/merge/begin gave; for this session alone, 10 minutes, once')

/** How the other account is proved: by one of its ways in. */
export const mergeProof = z.discriminatedUnion('provider', [
  walletProof.extend({ provider: z.literal('web3').describe('a wallet signs the message of /web3/nonce') }),
  z.object({
    provider: z.literal('join').describe('the Join app approves a sign-in of /join/request-webview'),
    sessionId: z.string().min(16).max(128).describe('id of the sign-in, from request-webview'),
  }),
  z.object({
    provider: z
      .literal('handle')
      .describe('LINE or a membership provider: what its callback kept for linking'),
    handle: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/)
      .describe('of the callback, begun by this session in this browser; once'),
  }),
])

/**
 * ID-34: who is signed in to one account proves another one by one of its ways in. Nothing changes yet; `/preview` shows what
 * would, `/confirm` does it. Two accounts that both belong to a customer never merge.
 */
export const beginMerge = endpoint({
  name: 'beginMerge',
  service,
  method: 'POST',
  path: path('begin'),
  auth: fresh,
  slow: true,
  summary: 'Prove another account that is yours',
  body: z.object({ proof: mergeProof.describe('a proof of one of the ways into the other account') }),
  status: 200,
  response: z.object({ mergeId, expiresAt: isoTime.describe('when it ends by itself') }),
  errors: [
    ...['unable_to_sign', 'nonce_expired', 'invalid_address', 'invalid_join_session', 'session_used'],
    ...['invalid_proof', 'proof_used', 'proof_expired', 'proof_not_fresh'],
    ...[
      'unavailable',
      'identity_unknown',
      'same_account',
      'two_customers',
      'dev_identity',
      'too_many_wallets',
    ],
    ...['wallet_unlinked_lately', 'merge_expired', 'validation'],
  ],
  limit: 'sign-in',
})

const side = z.object({
  account_id: objectId.describe('id of the account'),
  customer_id: customerId.nullable().describe('null without a join identity (ID-3)'),
  created: isoTime.describe('when the account was made'),
  mine: z.boolean().describe('true: the account that asks'),
  display_name: z.string().nullable().describe('public name; null: none'),
  identities: z.array(identityLink).describe('its ways in, masked'),
  favourites: z.int().describe('how many it has'),
  notifications: z.int().describe('how many it has'),
  sessions: z.int().describe('how many are signed in'),
  passkeys: z.int().describe('how many it has; those of the absorbed account end'),
})

/** ID-34: what a merge would do, and `preview`, by which it is agreed to. Changes nothing. */
export const mergePreview = endpoint({
  name: 'mergePreview',
  service,
  method: 'POST',
  path: path('preview'),
  auth: { kind: 'user' },
  summary: 'See what a merge moves, keeps and ends',
  body: z.object({ mergeId }),
  status: 200,
  response: z.object({
    preview: z.string().describe('names exactly this merge; another one when a way in has changed'),
    survivor: side.describe('the account that stays: the customer’s, else the older'),
    absorbed: side.describe(
      'the account that becomes part of it: ways in, wallets, favourites and notifications move',
    ),
    lost_display_name: z.string().nullable().describe('a name that nobody has afterwards; null: none'),
    lost_picture: z.boolean().describe('true: the absorbed account’s picture stands for nobody afterwards'),
    ended_sessions: z.int().describe('sessions that end; this browser gets a new one'),
  }),
  errors: [
    'merge_expired',
    'same_account',
    'two_customers',
    'dev_identity',
    'too_many_wallets',
    'validation',
  ],
  limit: 'write',
})

/**
 * ID-33, ID-35: merges what was proved and seen. All sessions of both accounts end, and this browser gets one of the account
 * that stays. Orders, balance, withdrawals and bank accounts move never: the account of a customer is the one that stays.
 */
export const confirmMerge = endpoint({
  name: 'confirmMerge',
  service,
  method: 'POST',
  path: path('confirm'),
  auth: fresh,
  summary: 'Make two accounts one',
  body: z.object({ mergeId, preview: z.string().min(1).max(100).describe('of /account/merge/preview') }),
  status: 200,
  response: signedInAnswer.extend({ account_id: objectId.describe('the account that stays') }),
  errors: [
    ...['merge_expired', 'merge_changed', 'session_expired', 'same_account', 'two_customers'],
    ...['dev_identity', 'too_many_wallets', 'validation'],
  ],
  limit: 'write',
})

/**
 * ID-33: moves only the way in that was proved to the caller's account; the other account keeps its other ways in, and its
 * sessions end. Never the Join identity; a wallet moves once in 24 hours (ID-32).
 */
export const migrateIdentity = endpoint({
  name: 'migrateIdentity',
  service,
  method: 'POST',
  path: `${base.identity}/idplink/migrate`,
  auth: fresh,
  summary: 'Move one way in from another account that is yours',
  body: z.object({ mergeId }),
  status: 200,
  response: z.object({ identities: z.array(identityLink).describe('the ways in, masked') }),
  errors: [
    ...['merge_expired', 'last_identity', 'two_customers', 'too_many_wallets', 'dev_identity'],
    ...['wallet_unlinked_lately', 'link_not_found', 'validation'],
  ],
  limit: 'write',
})

/** Two accounts of one person become one, or one way in moves between them. */
export const mergesHttp = { beginMerge, mergePreview, confirmMerge, migrateIdentity }
