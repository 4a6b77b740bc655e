import { inactiveReason } from '@talad/proto/http/order-book/order'
import { expect, test } from 'vitest'
import { reasonOf } from './resting.ts'

test('OB-3 each reason why an order rests is told as itself, the one that its maker can mend first', () => {
  const told = inactiveReason.options.map((reason) => reasonOf({ inactive_reasons: [reason] }))
  expect(new Set(told).size).toBe(inactiveReason.options.length)
  expect(told).not.toContain('hidden.other')
  expect(reasonOf({ inactive_reasons: ['fill', 'approval'] })).toBe('hidden.approval')
  expect(reasonOf({ inactive_reasons: ['approval', 'suspended'] })).toBe('hidden.suspended')
  expect(reasonOf({ inactive_reasons: [] })).toBe('hidden.other')
})
