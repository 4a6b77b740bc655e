import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { profile } from './profile.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

/** A wallet and what it signed of the message that `/web3/nonce` gave for it. */
export const walletProof = z.object({
  from: z.string().min(1).max(100).describe('address of the wallet'),
  signature: z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2}){64,4096}$/, 'must be 0x and hex bytes')
    .describe('signature, hex'),
})

const walletsNow = z.object({ wallets: profile.shape.wallets })

/**
 * ID-29: links the wallet whose signature of the message of `/web3/nonce` is given (ID-24) to the caller's account. A wallet
 * that is the caller's already changes nothing, whatever is signed. Needs a sign-in of the last 15 minutes, else
 * `confirm_identity`; at most five wallets (ID-30); one that another account has unlinked waits for 24 hours (ID-32).
 */
export const web3Integrate = endpoint({
  name: 'web3Integrate',
  service,
  method: 'POST',
  path: identity('/web3/integrate'),
  auth: { kind: 'user' },
  slow: true,
  summary: "Link a wallet to the caller's account",
  body: walletProof,
  status: 200,
  response: walletsNow,
  errors: [
    ...[
      'confirm_identity',
      'unable_to_sign',
      'nonce_missing',
      'nonce_expired',
      'invalid_address',
      'unavailable',
    ],
    ...['wallet_integrated', 'too_many_wallets', 'wallet_unlinked_lately', 'dev_identity', 'validation'],
  ],
  limit: 'sign-in',
})

/**
 * ID-31: takes a wallet off the caller's account; its orders become inactive, and sessions that were begun by a wallet end,
 * apart from the caller's. The last way to sign in stays in production, the Join identity everywhere. Asked for again the
 * answer is the same.
 */
export const unlinkIdentity = endpoint({
  name: 'unlinkIdentity',
  service,
  method: 'DELETE',
  path: identity('/idplink/unlink'),
  auth: { kind: 'user', fresh: true },
  summary: "Take a linked wallet off the caller's account",
  query: z.object({ id: objectId.describe('id of the link, of /idplink/find') }),
  status: 200,
  response: walletsNow,
  errors: ['link_not_found', 'last_identity', 'customer_identity', 'validation'],
  limit: 'write',
})

/** Which wallets belong to an account. */
export const walletLinksHttp = { web3Integrate, unlinkIdentity }
