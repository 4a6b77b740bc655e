import { hash } from 'node:crypto'

/** What JSON has no word for: a bigint is a decimal string, a map the list of its entries. */
function plain(_key: string, item: unknown): unknown {
  if (typeof item === 'bigint') return item.toString()
  return item instanceof Map ? [...item] : item
}

/** JSON; stored events read a bigint back with `z.coerce.bigint()`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, plain)
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
