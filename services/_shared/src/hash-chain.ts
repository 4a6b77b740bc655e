import { createHash } from 'node:crypto'
import { canonicalJson } from './json.ts'

/** The hash before the first link. */
export const GENESIS = '0'.repeat(64)

/** The hash of a link: everything that it stands for, bound to all before it. */
export function linkHash(previous: string, content: unknown): string {
  return createHash('sha256').update(previous).update(canonicalJson(content)).digest('hex')
}
