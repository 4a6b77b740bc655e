import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** What a client has to send: before defaults and transforms. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

/** What a client gets. Fields may be added later: nothing says that there are no others. */
export function outputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return rest
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
})

/** The fields of an object schema, one by one, as parameters need them. */
export function fieldsOf(
  schema: z.ZodType | undefined,
): { name: string; required: boolean; schema: JsonSchema }[] {
  if (!schema) return []
  const { properties, required } = objectSchema.parse(inputSchema(schema))
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: field,
  }))
}
