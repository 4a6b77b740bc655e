import { hash } from 'node:crypto'
import { makeSealer } from '../sealing.ts'

/** What of a call with an Idempotency-Key is written down. */
export type Kept = {
  /** stands for the key */
  key: string
  /** stands for what was asked */
  bodyHash: string
  /** an answer, as text that can be kept */
  seal(answer: string): string
  /** @throws Error when the text was sealed under another key, or changed */
  open(sealed: string): string
}

const sha256 = (...parts: string[]) => hash('sha256', parts.join('\n'), 'hex')

/** The row's name of a key. */
export const keptKey = (actor: string, key: string): string => sha256(actor, key)

/**
 * ID-42: answers may hold personal data, as a bank account's number. They are sealed by the caller's Idempotency-Key, of
 * which only a hash is kept: who reads the rows learns neither an answer nor, by trying, what was asked.
 */
export function keptAnswer({ actor, key, bodyHash }: { actor: string; key: string; bodyHash: string }): Kept {
  const name = keptKey(actor, key)
  const sealer = makeSealer(sha256('answer', actor, key), 'kit.request')
  return {
    key: name,
    bodyHash: sha256(key, bodyHash),
    seal: (answer) => sealer.seal(answer, name).toString('base64'),
    open: (sealed) => sealer.open(Buffer.from(sealed, 'base64'), name),
  }
}
