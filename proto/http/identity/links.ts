import { z } from 'zod'
import { base, endpoint } from '../contract.ts'
import { identityLink } from './accounts.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`
const fresh = { kind: 'user', fresh: true } as const
const identities = z.object({ identities: z.array(identityLink).describe('the ways in, masked') })

/**
 * ID-29: links LINE or a membership to the caller's account by what its callback kept for this session and browser. What is
 * the caller's already changes nothing; what is another account's never moves: prove that account and merge the two (ID-34).
 */
export const linkIdentity = endpoint({
  name: 'linkIdentity',
  service,
  method: 'POST',
  path: identity('/idplink/link'),
  auth: fresh,
  summary: 'Link a proved way in',
  body: z.object({
    proof: z
      .string()
      .min(1)
      .max(200)
      .describe('of the address to which the callback sent the browser, or of /line/integrate'),
  }),
  status: 200,
  response: identities,
  errors: [
    ...['invalid_proof', 'proof_used', 'proof_expired', 'identity_in_use', 'dev_identity'],
    ...['confirm_identity', 'validation'],
  ],
  limit: 'sign-in',
})

/** ID-29, ID-34: links the Join identity that approved a sign-in of this browser, which is not finished by it. */
export const joinIntegrate = endpoint({
  name: 'joinIntegrate',
  service,
  method: 'POST',
  path: identity('/join/integrate'),
  auth: fresh,
  slow: true,
  summary: 'Link a Join identity',
  body: z.object({
    sessionId: z.string().min(16).max(128).describe('id of the sign-in, from request-webview'),
  }),
  status: 200,
  response: identities,
  errors: [
    ...['invalid_join_session', 'session_used', 'unavailable', 'identity_in_use', 'two_customers'],
    ...['dev_identity', 'confirm_identity', 'validation'],
  ],
  limit: 'sign-in',
})

/** ID-29: forgets all that was proved for links and merges of the caller's account and not used. */
export const cancelLinks = endpoint({
  name: 'cancelLinks',
  service,
  method: 'POST',
  path: identity('/idplink/cancel'),
  auth: { kind: 'user' },
  summary: 'Think better of a link or a merge',
  status: 200,
  response: z.object({ status: z.literal('cancelled').describe('always cancelled') }),
  limit: 'write',
})

export const linksHttp = { linkIdentity, joinIntegrate, cancelLinks }
