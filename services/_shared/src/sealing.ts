import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts small texts for one purpose; what it makes can't be read, changed or moved to another row unnoticed. */
export type Sealer = {
  /** @param context what the text belongs to (a row's id); the same must be given to `open` */
  seal(text: string, context: string): Buffer
  /** @throws Error when the bytes were changed, belong to another context or were sealed with another key */
  open(sealed: Uint8Array, context: string): string
  /** The same for the same text, so that what is sealed can be found; says nothing to who lacks the key. */
  fingerprint(text: string): Buffer
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM with a key of its own for each purpose.
 * @param masterKey 64 hex characters
 * @param purpose `<service>.<what>`
 */
export function makeSealer(masterKey: string, purpose: string): Sealer {
  const derived = (name: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'hex'), '', `talad.${name}`, 32))
  const key = derived(purpose)
  const fingerprintKey = derived(`${purpose}.fingerprint`)
  return {
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== VERSION) throw new Error('sealed by an unknown version')
      const tagAt = 1 + IV_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, tagAt), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES))
      return decipher.update(bytes.subarray(tagAt + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
