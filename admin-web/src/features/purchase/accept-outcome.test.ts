import { expect, test } from 'vitest'
import { acceptOutcome } from './accept-outcome.ts'

test('SP-18 before a mismatch is accepted the desk says whether the purchase is paid by it, what is missing, or that it is over', () => {
  const purchase = { status: 'pending' as const, price: 42_000 }
  expect(acceptOutcome(purchase, { received: 41_900, points: 0 })).toEqual({ kind: 'short', lacks: 100 })
  expect(acceptOutcome(purchase, { received: 41_900, points: 100 })).toEqual({ kind: 'pays' })
  expect(acceptOutcome(purchase, { received: 43_000, points: 0 })).toEqual({ kind: 'pays' })
  const ended = { ...purchase, status: 'canceled' as const }
  expect(acceptOutcome(ended, { received: 42_000, points: 0 })).toEqual({ kind: 'over' })
})
