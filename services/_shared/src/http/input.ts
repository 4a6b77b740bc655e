import { Rejection } from '../rejection.ts'

type Part = { path: string; value: unknown }

function isIllFormed(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

/**
 * Where in what a client sent there is text that is no text: NUL or half a surrogate pair, which Postgres and JSON
 * refuse. Keys count too. Depth is the sender's choice, so this doesn't recurse.
 * @returns the field, dotted; undefined when all is well formed
 */
function illFormedField(sent: unknown): string | undefined {
  const parts: Part[] = [{ path: '', value: sent }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { path, value } = part
    if (typeof value === 'string' && isIllFormed(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (isIllFormed(key)) return path || 'body'
      if (typeof inner === 'string' || typeof inner === 'object')
        parts.push({ path: path === '' ? key : `${path}.${key}`, value: inner })
    }
  }
  return undefined
}

/** The door for what clients send, before any schema sees it. @throws Rejection VALIDATION with the field (GW-9) */
export function refuseIllFormed(...sent: readonly unknown[]): void {
  for (const part of sent) {
    const field = illFormedField(part)
    if (field !== undefined)
      throw new Rejection('VALIDATION', {
        field: field.slice(0, MAX_FIELD).toWellFormed().replaceAll('\0', '\uFFFD') || 'body',
        details: { reason: 'must be text without NUL and half characters' },
      })
  }
}

const MAX_FIELD = 200
