import { createHash, randomBytes } from 'node:crypto'

/** A secret that can't be guessed: 32 random bytes, base64url, 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. Without salt: secrets of 32 random bytes can't be found by trying. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
