import { hash } from 'node:crypto'

/** JSON with bigint written as a decimal string; stored events read it back with `z.coerce.bigint()`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? item.toString() : item))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  )
}

/** JSON that is the same for equal values whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  return toJson(sorted(value))
}

/** SHA-256, hex, of the canonical JSON of a value. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex')
}
