import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sampleOf } from '../src/generated/sample.ts'
import { oddText } from '../src/generated/values.ts'

const id = z.string().regex(/^[0-9a-f]{24}$/)

test('a sample has all fields, named ones with their values, also within lists', () => {
  const schema = z.strictObject({
    order_id: id,
    note: z.string().max(5).optional(),
    inner: z
      .strictObject({ order_id: id, list: z.array(z.strictObject({ order_id: id })).min(1) })
      .optional(),
  })
  const order_id = '0'.repeat(24)
  expect(sampleOf(schema, (field) => ({ order_id })[field])).toMatchObject({
    order_id,
    note: expect.any(String),
    inner: { order_id, list: expect.arrayContaining([{ order_id }]) },
  })
})

test('a named value that a schema does not take stays away', () => {
  const schema = z.union([
    z.strictObject({ amount: z.int().min(1) }),
    z.strictObject({ all: z.literal(true) }),
  ])
  const sample = sampleOf(schema, () => 'wrong')
  expect(schema.safeParse(sample).success).toBe(true)
  expect(
    sampleOf(
      z.string().refine(() => false),
      () => undefined,
    ),
  ).toBeUndefined()
})

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
