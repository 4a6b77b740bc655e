import { expect, test } from 'vitest'
import { thFact } from '../../i18n/th-fact.ts'
import { factText, isMoment, isMoney } from './facts.ts'

test('AW-11 money in a timeline is told from numbers, whether it came as text or not', () => {
  expect(isMoney('gross', '35000', 'shipping_opened')).toBe(true)
  expect(isMoney('charge', 35_000, 'card_requested')).toBe(true)
  for (const event of ['topup_opened', 'late_card_credited', 'card_refund_moved'])
    expect([event, isMoney('amount', '35000', event)]).toEqual([event, true])
  expect(isMoney('taken', 62_000, 'topup_mismatched')).toBe(true)
  expect(isMoney('amount', '2', 'shipping_opened')).toBe(false)
  expect(isMoney('gross', 'a lot', 'shipping_opened')).toBe(false)
  expect(isMoney('transaction_id', 1_000_006, 'topup_started')).toBe(false)
})

test('a moment in a timeline is told from other texts', () => {
  expect(isMoment('2026-11-23T03:42:45.680Z')).toBe(true)
  expect(isMoment('2026-11-23')).toBe(false)
})

test('every name of a fact in the catalogues is that of the fact', () => {
  for (const key of Object.keys(thFact).filter((name) => name.startsWith('fact.')))
    expect(factText(key.slice('fact.'.length))).toBe(key)
})

test('a fact without a name in the catalogues has none', () => {
  expect(factText('gross')).toBe('fact.gross')
  expect(factText('toString')).toBeUndefined()
})
