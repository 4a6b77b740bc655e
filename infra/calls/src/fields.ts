import { z } from 'zod'

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names in `properties` anywhere in a JSON schema. */
function namesIn(schema: unknown, into: Set<string>): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) namesIn(one, into)
  if (!isObject(schema)) return into
  if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) into.add(name)
  for (const value of Object.values(schema)) namesIn(value, into)
  return into
}

/**
 * Every field that a schema speaks of, at any depth.
 * @param io what comes in, or what goes out
 */
export function fieldsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (schema === undefined) return []
  return [...namesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), new Set())]
}
