import type { Finding } from '@talad/proto/http/campaign/payload/check'

/** Of a payload. */
const DEEPEST = 8

function faultOf(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0')
      ? undefined
      : 'must be text without NUL and half characters'
  if (typeof value === 'number')
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : 'must be a number of at most 2^53 - 1'
  if (value === null || typeof value === 'boolean') return undefined
  if (Array.isArray(value)) return undefined
  const isPlain = typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  return isPlain ? undefined : 'must be JSON'
}

/**
 * Whatever in a value RFC 8785 or JSON of others has no one form for: half characters in texts and keys, NUL, numbers that
 * lose digits; and what lies too deep. Depth is the sender's choice, so this doesn't recurse.
 */
export function notJson(value: unknown, deepest = DEEPEST): Finding[] {
  const findings: Finding[] = []
  const parts = [{ path: [] as string[], value }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { path, value: inner } = part
    const fault = path.length > deepest ? `must not lie deeper than ${deepest}` : faultOf(inner)
    if (fault !== undefined) findings.push({ path: path.join('.'), message: fault })
    if (fault !== undefined || typeof inner !== 'object' || inner === null) continue
    for (const [key, next] of Object.entries(inner)) {
      if (faultOf(key) === undefined) parts.push({ path: [...path, key], value: next })
      else findings.push({ path: path.join('.'), message: 'must have keys without NUL and half characters' })
    }
  }
  return findings
}
