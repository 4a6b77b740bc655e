import fc from 'fast-check'
import { z } from 'zod'
import { valueOf } from './values.ts'

const TRIES = 100

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce((sum: number, one) => sum + fieldsIn(one), inner.length)
}

/** A copy in which fields of these names, at any depth, have these values. */
function withNamed(value: unknown, named: (field: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withNamed(one, named))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([name, inner]) => [name, named(name) ?? withNamed(inner, named)]))
}

/**
 * A value that a schema takes, with as many of its fields as may be there at once; always the same one.
 * @param named what fields of a name have, where the schema takes it; undefined: anything
 * @returns undefined where none was found
 */
export function sampleOf(schema: z.ZodType, named: (field: string) => unknown): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const made = fc.sample(valueOf(described, []), { numRuns: TRIES, seed: 1 })
  const rich = made.toSorted((a, b) => fieldsIn(b) - fieldsIn(a))
  return [...rich.map((value) => withNamed(value, named)), ...rich].find(
    (value) => schema.safeParse(value).success,
  )
}
