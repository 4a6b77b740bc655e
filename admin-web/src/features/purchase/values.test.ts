import { expect, test } from 'vitest'
import { valueText } from './values.ts'

test('a code of a timeline has a word: statuses of the provider, reasons, what was asked, yes and no', () => {
  expect(valueText('payment_status', 1)).toEqual({ key: 'provider.fail' })
  expect(valueText('reason', 'provider status 1')).toEqual({ key: 'provider.fail' })
  expect(valueText('reason', 'provider status 77')).toEqual({ key: 'provider.other', status: '77' })
  expect(valueText('outcome', 'status 0')).toEqual({ key: 'provider.success' })
  expect(valueText('outcome', 'unknown there')).toEqual({ key: 'provider.unknownThere' })
  expect(valueText('reason', 'buyer')).toEqual({ key: 'because.buyer' })
  expect(valueText('kind', 'void')).toEqual({ key: 'asked.void' })
  expect(valueText('tx_status', 'mined')).toEqual({ key: 'status.mined' })
  expect(valueText('incident', 'delivery_lost')).toEqual({ key: 'incident.delivery_lost' })
  expect([valueText('filler', true), valueText('card', false)]).toEqual([
    { key: 'value.yes' },
    { key: 'value.no' },
  ])
})

test('what is no code, or one of another fact, stays as it is', () => {
  expect(valueText('reason', 'insufficient funds at the issuer')).toBeUndefined()
  expect(valueText('payment_status', 77)).toBeUndefined()
  expect(valueText('customer_id', 'buyer')).toBeUndefined()
  expect(valueText('toString', 'buyer')).toBeUndefined()
  expect(valueText('reason', 'constructor')).toBeUndefined()
})
