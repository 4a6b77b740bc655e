import fc from 'fast-check'
import { z } from 'zod'

/** As much of JSON Schema as the document uses. */
export const schemaShape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.looseObject({})).optional(),
  oneOf: z.array(z.looseObject({})).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  items: z.union([z.looseObject({}), z.literal(false)]).optional(),
  prefixItems: z.array(z.looseObject({})).optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  properties: z.record(z.string(), z.looseObject({})).optional(),
  required: z.array(z.string()).optional(),
})
export type Schema = z.infer<typeof schemaShape>

const MOST_TEXT = 40
const MOST_ITEMS = 3

/** Texts at which parsers, databases and lists have stumbled. */
const ODD_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '%', '%00', '\ud83d', '🎉'.repeat(60), 'ก'.repeat(120), 'x'.repeat(3_000)],
  ...['null', 'true', '-1', '0', '1e999', '9'.repeat(78), '0x', `0x${'f'.repeat(40)}`, `0x${'0'.repeat(40)}`],
  ...['a,b,,', ',', "' or 1=1 --", '../../etc/passwd', '{"a":1}', '[]', '2026-13-45', '<script>', '\r\nx: y'],
]
const ODD_VALUES = [null, true, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], { a: { b: {} } }, ...ODD_TEXTS]

/** Values that exist in the system, so that requests get further than the first look-up. */
export type Known = readonly string[]

/** Looks ahead are more than can be made up: such texts are known ones, or odd ones. */
const matching = (pattern: string) =>
  /\(\?[=!<]/.test(pattern) ? fc.constantFrom(...ODD_TEXTS) : fc.stringMatching(new RegExp(pattern))

function textOf(schema: Schema, known: Known): fc.Arbitrary<string> {
  const fitting = known.filter(
    (text) => schema.pattern === undefined || new RegExp(schema.pattern).test(text),
  )
  const free =
    schema.pattern === undefined
      ? fc.string({
          minLength: schema.minLength ?? 0,
          maxLength: Math.min(schema.maxLength ?? MOST_TEXT, MOST_TEXT),
        })
      : matching(schema.pattern)
  const dated =
    schema.format === 'date-time' ? fc.date({ noInvalidDate: true }).map((at) => at.toISOString()) : free
  return fitting.length === 0 ? dated : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fitting) }, dated)
}

function objectOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    valueFor(field, known),
  ])
  const record: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields)
  const requiredKeys = (schema.required ?? []).filter((name) => name in record)
  return fc.record(record, { requiredKeys, noNullPrototype: true }) // as JSON has them
}

/** A value that keeps a schema. */
export function valueFor(given: Record<string, unknown>, known: Known): fc.Arbitrary<unknown> {
  const schema = schemaShape.parse(given)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds) return fc.oneof(...kinds.map((one) => valueFor(one, known)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valueFor({ ...given, type }, known)))
  switch (schema.type) {
    case 'string':
      return textOf(schema, known)
    case 'integer':
    case 'number': {
      const least = schema.minimum ?? (schema.exclusiveMinimum ?? -1_001) + 1
      return fc.integer({ min: least, max: Math.max(least, Math.min(schema.maximum ?? 1_000, 1_000_000)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((one) => valueFor(one, known)))
      return fc.array(valueFor(schema.items || {}, known), {
        minLength: Math.min(schema.minItems ?? 0, MOST_ITEMS),
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      })
    case 'object':
      return objectOf(schema, known)
    default:
      return fc.constantFrom<unknown>('x', 1, null, {})
  }
}

/** A value that usually keeps a schema, now and then with something else in one place. */
export function oddly(given: Record<string, unknown>, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: valueFor(given, known) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...ODD_VALUES) },
  )
}

/** A text for a query or a path. */
export function oddText(given: Record<string, unknown>, known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: valueFor(given, known).map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...known, 'x') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  )
}
