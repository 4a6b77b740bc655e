import { fromBinary } from '@bufbuild/protobuf'
import { PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { expect, test } from 'vitest'
import { publish } from './publish.ts'

test('ID-42 others hear whose person was erased, by account and customer, so that they forget it too', () => {
  const at = new Date('2026-11-25T00:00:00Z')
  const event = { type: 'PersonErased' as const, data: { at } }
  const view = { accountId: 'a', joinId: 'mali', kycLevel: 2, wallets: [] }
  const of = (seen: typeof view | null) => publish({ id: 'a', version: 3, event, view: seen, at })
  expect(of(view).map(({ topic, key, type }) => [topic, key, type])).toEqual([
    ['identity.account.v1', 'a', PersonErasedSchema.typeName],
  ])
  const [told] = of(view).map(({ payload }) => fromBinary(PersonErasedSchema, payload))
  expect(told).toMatchObject({ accountId: 'a', customerId: 'join-mali' })
  expect(of(null)).toEqual([])
})
