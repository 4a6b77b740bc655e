import { Rejection } from '@talad/shared/rejection'
import type { ApiKey, ApiKeyEvent, KeySecret, KeyTerms } from './events.ts'

type About = { by: string; now: Date }
/** `archived`: whether the project is */
export type CreateKey = About & { type: 'Create'; terms: KeyTerms; secret: KeySecret; archived: boolean }
export type RotateKey = About & { type: 'Rotate'; overlapMs: number; archived: boolean }
export type RevokeKey = About & { type: 'Revoke' }
export type ApiKeyCommand = CreateKey | RotateKey | RevokeKey

/** CA-6: whether a key counts at a moment. */
export const isUsable = ({ terms: { expires }, revokedAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expires === null || expires > now)

/** CA-6. @throws Rejection VALIDATION, PROJECT_ARCHIVED, KEY_NOT_USABLE */
export function decide(command: ApiKeyCommand, key: ApiKey | undefined): readonly ApiKeyEvent[] {
  const { by, now: at } = command
  if (command.type === 'Create') {
    const { terms, secret, archived } = command
    if (key) return []
    if (archived) throw new Rejection('PROJECT_ARCHIVED') // CA-5
    if (terms.expires !== null && terms.expires <= at)
      throw new Rejection('VALIDATION', { field: 'expires', details: { reason: 'must be in the future' } })
    return [{ type: 'ApiKeyCreated', data: { by, at, terms, secret } }]
  }
  if (!key) throw new Error('a key that nobody made is decided on')
  if (command.type === 'Revoke') return key.revokedAt ? [] : [{ type: 'ApiKeyRevoked', data: { by, at } }]
  if (command.archived) throw new Rejection('PROJECT_ARCHIVED') // CA-5
  if (!isUsable(key, at)) throw new Rejection('KEY_NOT_USABLE') // CA-6
  const until = new Date(at.getTime() + command.overlapMs)
  const { expires } = key.terms
  return [{ type: 'ApiKeyRotated', data: { by, at, until: expires && expires < until ? expires : until } }] // CA-6
}
