import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capturing, ft, pay, pt, refund, run, settle, shipping, sums, topup } from '../../test/given.ts'
import type { Command } from './commands.ts'
import type { OutcomeEvent } from './events.ts'
import { flows } from './flows.ts'
import { emptyState } from './state.ts'

test('B1 no sequence of commands breaks a balance: sums hold, nothing is negative', () => {
  const amount = fc.bigInt({ min: 1n, max: 3_000n })
  const holdFlows = Object.keys(flows).filter((name) => flows[name]?.command === 'hold')
  const hold = fc
    .tuple(fc.constantFrom(...holdFlows), amount, fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 9 }))
    .map(
      ([flow, value, upTo, capture, attempt]): Command => ({
        type: 'Hold',
        ...shipping,
        flow,
        amount: value,
        attempt,
        upTo,
        capture,
      }),
    )
  const ends = fc
    .tuple(fc.constantFrom(...holdFlows), amount, fc.boolean())
    .map(
      ([flow, value, isRelease]): Command =>
        isRelease ? { type: 'Release', ...shipping, flow } : { type: 'Capture', ...capturing(value), flow },
    )
  const command = fc.oneof(
    fc.tuple(amount, fc.constantFrom(pt, ft)).map(([value, unit]) => topup(value, undefined, unit)),
    fc.tuple(amount, fc.integer({ min: 1, max: 9 })).map(([gross, n]) => pay(gross, n)),
    amount.map((gross) => topup(gross, capturing(gross))),
    ...[hold, ends, amount.map((gross) => refund(gross))],
    fc.tuple(amount, fc.bigInt({ min: 1n, max: 10n })).map(([gross, fee]) => settle(gross + 10n, fee)),
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      let state = emptyState
      const posted: OutcomeEvent[] = []
      for (const one of commands) {
        try {
          const next = run(state, one)
          state = next.state
          posted.push(...next.events)
        } catch (error) {
          if (!(error instanceof Rejection)) throw error
        }
        for (const account of state.accounts.values()) {
          expect(account.locked >= 0n && account.balance >= account.locked).toBe(true)
        }
        const held = [...state.holds.values()].reduce((sum, one) => sum + one.held, 0n)
        expect([...state.accounts.values()].reduce((sum, one) => sum + one.locked, 0n)).toBe(held)
      }
      for (const total of sums(posted).values()) expect(total).toBe(0n)
    }),
    { numRuns: 500 },
  )
})
