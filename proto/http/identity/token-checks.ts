import { z } from 'zod'
import { isoTime, objectId, timeInput } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { publicKeys } from '../jwks.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

/** The public keys of access tokens (ES256), newest first. */
export const jwks = endpoint({
  name: 'jwks',
  service,
  method: 'GET',
  path: identity('/.well-known/jwks.json'),
  auth: { kind: 'visitor' },
  summary: 'Public keys of access tokens',
  status: 200,
  response: publicKeys,
  cacheable: true,
})

/**
 * ID-11, ID-4: sessions (claim `sid`) revoked and KYC levels changed at or after `since`, as far as access tokens that
 * were made before may still be alive: what was before `oldest` may be forgotten. Oldest first.
 */
export const revokedSessions = endpoint({
  name: 'revokedSessions',
  service,
  method: 'GET',
  path: identity('/internal/revoked'),
  auth: { kind: 'internal' },
  summary: 'Sessions that calls must refuse, and levels that count in place of the token’s',
  query: z.object({ since: timeInput.optional().describe('since when') }),
  status: 200,
  response: z.object({
    as_of: isoTime.describe('the time of this answer'),
    oldest: isoTime.describe('what was before may be forgotten'),
    sessions: z
      .array(
        z.object({
          sid: objectId.describe('id of the session'),
          revoked_at: isoTime.describe('when it ended'),
        }),
      )
      .describe('sessions that have ended'),
    levels: z
      .array(
        z.object({
          account_id: objectId.describe('id of the account'),
          kyc_level: z.int().min(0).max(3).describe('KYC level, 0 to 3'),
          changed_at: isoTime.describe('when it changed'),
        }),
      )
      .describe('KYC levels that changed'),
  }),
})

/** What other services need of identity to check a token. */
export const tokenChecksHttp = { jwks, revokedSessions }
