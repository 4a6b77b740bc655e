import { everyEndpoint } from '@talad/gateway/routes/table'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mustRefuse } from '../src/access/strict-bodies.ts'

/** Objects of a JSON schema that take fields of any name, by the way that leads to them. */
function looseIn(schema: unknown, way = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const loose = 'properties' in schema && !('additionalProperties' in schema)
  const inner = Object.entries(schema).flatMap(([name, one]) => looseIn(one, `${way}/${name}`))
  return loose ? [`${way}/`, ...inner] : inner
}

const strict = everyEndpoint.filter((endpoint) => endpoint.body !== undefined && mustRefuse(endpoint))

// B26 sends such fields; this says so within a second
test.each(strict.map((endpoint) => [endpoint.name, endpoint] as const))(
  'GW-15 the contract of %s takes no field that it does not know, at any depth',
  (_name, { body }) => {
    const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    expect(looseIn(schema)).toEqual([])
  },
)
