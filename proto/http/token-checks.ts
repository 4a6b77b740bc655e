import { z } from 'zod'
import { isoTime, objectId } from './common.ts'
import { base, endpoint } from './contract.ts'

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
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
        kid: z.string(),
        x: z.string(),
        y: z.string(),
      }),
    ),
  }),
  cacheable: true,
})

/** ID-11: sessions (claim `sid`) revoked at or after `since` whose access tokens may still be alive, oldest first. */
export const revokedSessions = endpoint({
  name: 'revokedSessions',
  service,
  method: 'GET',
  path: identity('/internal/revoked'),
  auth: { kind: 'internal' },
  summary: 'Sessions that value-moving calls must refuse',
  query: z.object({ since: isoTime.optional() }),
  status: 200,
  response: z.object({ sessions: z.array(z.object({ sid: objectId, revoked_at: isoTime })) }),
})

/** What other services need of identity to check a token. */
export const tokenChecksHttp = { jwks, revokedSessions }
