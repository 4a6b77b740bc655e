import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import type { Endpoint } from '@talad/proto/http/contract'
import { live, liveMarket } from '@talad/proto/http/gateway/live'
import type { Example } from './examples.ts'
import { fieldsOf, type JsonSchema } from './schemas.ts'

/** AI-13: entries by number, which no schema of a query can say. */
const TRAITS = {
  name: 'tr',
  in: 'query',
  style: 'deepObject',
  explode: true,
  description:
    'Traits, at most 50: `tr[0][key]=Colour&tr[0][value]=red`; with `valueTo`, even empty, a range. ' +
    'Several values of one key: one of them; several keys: all of them.',
  schema: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        key: { type: 'string', maxLength: 200, description: 'name of the trait' },
        value: { type: 'string', maxLength: 200, description: 'its value, or the lowest of a range' },
        valueTo: { type: 'string', maxLength: 200, description: 'the highest of a range' },
      },
      required: ['key'],
    },
  },
} as const

/** Nothing where there is none. */
export const exampleOf = (value: unknown) => (value === undefined ? {} : { example: value })

/** What was sent as text, of the type that its schema names. */
const typed = ({ type }: JsonSchema, text: string | undefined) =>
  text !== undefined && (type === 'integer' || type === 'number') ? Number(text) : text

/** What is said of a parameter is said of it, and not of its schema, where no reader shows it. */
function parameterOf({
  name,
  required,
  schema: { description, ...schema },
}: ReturnType<typeof fieldsOf>[number]) {
  return { name, required, schema, ...(description !== undefined && { description }) }
}

/** What a call takes in its address and headers. */
export function parametersOf(endpoint: Endpoint, { params, query: asked }: Example): object[] {
  const path = fieldsOf(endpoint.params).map((field) => ({
    ...parameterOf(field),
    in: 'path',
    required: true,
    ...exampleOf(params?.[field.name]),
  }))
  const query = fieldsOf(endpoint.query).map((field) => ({
    ...parameterOf(field),
    in: 'query',
    ...exampleOf(typed(field.schema, asked?.[field.name])),
  }))
  const idempotency = endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  const resume =
    endpoint.name === live.name || endpoint.name === liveMarket.name
      ? [{ $ref: '#/components/parameters/LastEventId' }]
      : []
  const traits = endpoint.name === listAssets.name ? [TRAITS] : []
  return [...path, ...query, ...traits, ...idempotency, ...resume]
}
