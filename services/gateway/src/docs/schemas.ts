import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

const union = z.looseObject({
  anyOf: z.array(z.looseObject({ type: z.unknown(), description: z.unknown() })),
})

/** What is said of a value is said of it also where it may be null. */
function tellOfNullable(schema: JsonSchema): void {
  const found = union.safeParse(schema)
  if (!found.success || schema.description !== undefined) return
  const [known, ...others] = found.data.anyOf.filter(({ type }) => type !== 'null')
  if (others.length === 0 && known?.description !== undefined) schema.description = known.description
}

/** What a client has to send: before defaults and transforms. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tellOfNullable(jsonSchema),
  })
  return rest
}

/** What a client gets. Fields may be added later: nothing says that there are no others. */
export function outputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      tellOfNullable(jsonSchema)
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
