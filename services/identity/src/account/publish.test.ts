import { fromBinary } from '@bufbuild/protobuf'
import { AccountChangedSchema, PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { expect, test } from 'vitest'
import { publishOn } from './publish.ts'

const publish = publishOn('3501')

test('ID-27 others hear of no wallet that a contract of another chain than the market’s proved', () => {
  const at = new Date('2026-11-25T00:00:00Z')
  const wallet = (address: string, provedOn?: string) => ({ address, provider: 'web3' as const, provedOn })
  const wallets = [wallet('0x1'), wallet('0x2', ''), wallet('0x3', '3501'), wallet('0x4', '96')]
  const event = { type: 'KycLevelChanged' as const, data: { level: 2 as const, at } }
  const told = publish({ id: 'a', version: 3, event, view: { accountId: 'a', kycLevel: 2, wallets }, at })
  const heard = told.map(({ payload }) => fromBinary(AccountChangedSchema, payload))
  expect(heard.map((one) => one.wallets.map(({ address, provedOn }) => [address, provedOn]))).toEqual([
    [
      ['0x1', ''],
      ['0x2', ''],
      ['0x3', '3501'],
    ],
  ])
})

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
