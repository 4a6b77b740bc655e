import { Rejection } from '../rejection.ts'

type Part = { path: string; value: unknown; depth: number }

/** No schema of ours goes deeper; what does would end whoever walks it by calling itself. */
const MOST_DEPTH = 64
const TEXT = 'must be text without NUL and half characters'
const DEPTH = `must not be deeper than ${MOST_DEPTH}`

function isIllFormed(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

/**
 * Where in what a client sent there is text that is no text: NUL or half a surrogate pair, which Postgres and JSON
 * refuse. Keys count too. Depth is the sender's choice, so this doesn't recurse.
 * @returns the field, dotted, and what it must be; undefined when all is well formed
 */
function illFormedIn(sent: unknown): { field: string; reason: string } | undefined {
  const parts: Part[] = [{ path: '', value: sent, depth: 0 }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { path, value, depth } = part
    if (typeof value === 'string' && isIllFormed(value)) return { field: path, reason: TEXT }
    if (typeof value !== 'object' || value === null) continue
    if (depth > MOST_DEPTH) return { field: path.split('.')[0] ?? '', reason: DEPTH }
    for (const [key, inner] of Object.entries(value)) {
      if (isIllFormed(key)) return { field: path, reason: TEXT }
      if (typeof inner === 'string' || typeof inner === 'object')
        parts.push({ path: path === '' ? key : `${path}.${key}`, value: inner, depth: depth + 1 })
    }
  }
  return undefined
}

/** The door for what clients send, before any schema sees it. @throws Rejection VALIDATION with the field (GW-9) */
export function refuseIllFormed(...sent: readonly unknown[]): void {
  for (const part of sent) {
    const ill = illFormedIn(part)
    if (ill)
      throw new Rejection('VALIDATION', {
        field: ill.field.slice(0, MAX_FIELD).toWellFormed().replaceAll('\0', '\uFFFD') || 'body',
        details: { reason: ill.reason },
      })
  }
}

const MAX_FIELD = 200
