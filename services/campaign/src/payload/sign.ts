import { createECDH, createPrivateKey, hash, type KeyObject } from 'node:crypto'
import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import type { PublicKey } from '@talad/proto/http/jwks'
import { unixSeconds } from '@talad/shared/unix-time'
import { CompactSign } from 'jose'
import { canonicalText } from './canonical.ts'

/** What a payload is of, and when it was: nobody passes it off as of another, or an old one as new. */
export type About = { subject: string; at: Date }

/** A payload under our name: the hash of its canonical bytes, and a detached JWS over them (RFC 7515, appendix F). */
export type Signed = { payload: Payload; hash: string; signature: string }

export type PayloadSigner = {
  /** @param about `subject` as `vitem:<id>`: it stands in the signed header */
  sign(payload: Payload, about: About): Promise<Signed>
  /** the keys by which signatures are verified: the one in use first */
  published: readonly PublicKey[]
}

/** The key pair of a secret number. @throws where it is none of P-256 */
function keyPairOf(secret: string): { jwk: PublicKey; key: KeyObject } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret, 'hex')
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const curve = { crv: 'P-256', kty: 'EC', x, y } as const
  const kid = hash('sha256', JSON.stringify(curve), 'base64url') // RFC 7638: its fields in the order of their names
  const d = Buffer.from(secret, 'hex').toString('base64url')
  return {
    jwk: { ...curve, kid, alg: 'ES256', use: 'sig' },
    key: createPrivateKey({ key: { ...curve, d }, format: 'jwk' }),
  }
}

/** @param secrets in hex: the first signs, all are published, so that what an older one signed can be verified */
export function makePayloadSigner(secrets: readonly string[]): PayloadSigner {
  const pairs = secrets.map(keyPairOf)
  const [current] = pairs
  if (!current) throw new Error('there is no key that signs payloads')
  const { key, jwk } = current
  return {
    published: pairs.map((pair) => pair.jwk),
    async sign(payload, { subject: sub, at }) {
      const text = canonicalText(payload)
      const whole = await new CompactSign(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, sub, iat: unixSeconds(at) })
        .sign(key)
      const [header = '', , signature = ''] = whole.split('.')
      return { payload, hash: hash('sha256', text, 'hex'), signature: `${header}..${signature}` }
    },
  }
}
