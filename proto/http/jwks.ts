import { z } from 'zod'

const key = z.object({
  kty: z.literal('EC').describe('key type'),
  crv: z.literal('P-256').describe('curve of the key'),
  alg: z.literal('ES256').describe('algorithm that it signs by'),
  use: z.literal('sig').describe('always sig'),
  kid: z.string().describe('id of the key'),
  x: z.string().describe('x coordinate'),
  y: z.string().describe('y coordinate'),
})
export type PublicKey = z.infer<typeof key>

/** Public keys (RFC 7517), by which what we signed is verified. */
export const publicKeys = z.object({ keys: z.array(key).describe('public keys, the one in use first') })
