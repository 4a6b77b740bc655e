import type { Endpoint } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { everyEndpoint } from '../routes/table.ts'
import { inputSchema, type JsonSchema, outputSchema } from './schemas.ts'

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** A name said again, or one word, leaves open what it is of. */
function saysSomething(name: string, { description }: JsonSchema): boolean {
  if (typeof description !== 'string') return false
  return description.includes(' ') && description.toLowerCase() !== name.replaceAll('_', ' ')
}

/** The properties of a schema, at any depth, that nothing is said of. */
function undescribed(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => undescribed(one, path))
  if (!isSchema(schema)) return []
  const { properties, ...others } = schema
  const own = Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, field]) => [
    ...(isSchema(field) && saysSomething(name, field) ? [] : [`${path}.${name}`]),
    ...undescribed(field, `${path}.${name}`),
  ])
  const deeper = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    undescribed(others[key], path),
  )
  return [...own, ...deeper]
}

function missingIn({ name, params, query, body, response }: Endpoint): string[] {
  const inputs = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? undescribed(inputSchema(schema), `${name} ${part}`) : [],
  )
  return [...inputs, ...undescribed(outputSchema(response), `${name} response`)]
}

test('every parameter and every property of the API says what it is: write it with `.describe(…)` in the contract', () => {
  expect(everyEndpoint.flatMap(missingIn)).toEqual([])
})
