import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { oddText } from '../src/fuzz/values.ts'

test('values of every kind can stand in an address', () => {
  const kinds = [
    z.object({ a: z.object({}).optional() }),
    z.array(z.object({ b: z.number() })),
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('x') }), z.object({ kind: z.literal('y') })]),
    z.unknown(),
  ].map((schema) => z.toJSONSchema(schema))
  for (const kind of kinds)
    fc.assert(fc.property(oddText(kind, ['known']), (text) => void expect(text).toBeTypeOf('string')))
})
