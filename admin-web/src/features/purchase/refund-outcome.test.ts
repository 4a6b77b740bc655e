import { expect, test } from 'vitest'
import { pointsShort, refundOutcome } from './refund-outcome.ts'

test('SP-26 a refund is told as requested, with the provider, failed or refunded, and never as done before it is', () => {
  const told = (['holding', 'asking', 'asked'] as const).map((stage) =>
    refundOutcome({ status: 'refunding', stage }),
  )
  expect(told.map(({ tone, text }) => `${tone} ${text}`)).toEqual([
    'wait refund.outcomeRequested',
    'wait refund.outcomeRequested',
    'wait refund.outcomeAsked',
  ])
  expect(refundOutcome({ status: 'failed', stage: 'done' })).toEqual({
    tone: 'bad',
    text: 'refund.outcomeFailed',
  })
  expect(refundOutcome({ status: 'refunded', stage: 'done' }).tone).toBe('good')
})

test('SP-26 points that are spent are known before a refund is asked for', () => {
  expect(pointsShort(42_000, 6_000)).toBe(6_000)
  expect(pointsShort(42_000, 0)).toBe(0)
  expect(pointsShort(42_000, 42_000)).toBeUndefined()
  expect(pointsShort(42_000, undefined)).toBeUndefined() // the ledger decides
})
