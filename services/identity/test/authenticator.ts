import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Uint8Array) => Buffer.from(data).toString('base64url')

type About = { rpId: string; origin: string }

/** A software authenticator with one passkey: present, verified, ES256, and no word about itself. */
export function makeAuthenticator({ rpId, origin }: About) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  let counter = 0
  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (flags: number, count: number, more: Uint8Array = new Uint8Array()) => {
    const fixed = Buffer.alloc(37)
    sha256(rpId).copy(fixed)
    fixed.writeUInt8(flags, 32)
    fixed.writeUInt32BE(count, 33)
    return Buffer.concat([fixed, more])
  }
  const known = { id: b64(credentialId), rawId: b64(credentialId), type: 'public-key' as const }
  return {
    register(challenge: string) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(0x45, counter, attested))],
      ])
      const attestationObject = b64(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]))
      const clientDataJSON = b64(clientData('webauthn.create', challenge))
      return { ...known, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    /** @param about another origin, a counter that doesn't grow, somebody who isn't verified */
    assert(challenge: string, about: { origin?: string; counter?: number; flags?: number } = {}) {
      counter = about.counter ?? counter + 1
      const data = authData(about.flags ?? 0x05, counter)
      const client = clientData('webauthn.get', challenge, about.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...known,
        response: { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) },
      }
    },
  }
}
