import assert from 'node:assert/strict'
import fc from 'fast-check'
import { decide, type Verdict } from '../decide.ts'
import { cases, snapshotOf } from './generated.ts'
import { expected } from './oracle.ts'

/** What both say, in one form. */
function told({ outcome, reasons, rewards, slots }: Verdict) {
  const states = slots.map(({ tag, isRequired, ...state }) => {
    if (state.state === 'met') {
      const { chain, virtual } = state.token
      return { tag, isRequired, state: 'met', token: { chain, virtual } }
    }
    if (state.state === 'have') return { tag, isRequired, state: 'have', have: state.have, need: state.need }
    return { tag, isRequired, state: state.state }
  })
  return { outcome, reasons, rewards, slots: states }
}

const withoutAbsent = (reasons: readonly object[]) =>
  reasons.map((reason) =>
    Object.fromEntries(Object.entries(reason).filter(([, value]) => value !== undefined)),
  )

/** Compares what is decided of as many cases as are asked for with what brute force says. */
export function judge(numRuns: number): Map<string, number> {
  const seen = new Map<string, number>()
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  fc.assert(
    fc.property(cases, (one) => {
      const found = told(decide(snapshotOf(one)))
      const wanted = expected(one)
      count(found.outcome)
      for (const { state } of found.slots) count(state)
      for (const { code } of found.reasons) count(code)
      assert.deepEqual(
        { ...found, reasons: withoutAbsent(found.reasons) },
        { ...wanted, reasons: withoutAbsent(wanted.reasons) },
      )
    }),
    { numRuns },
  )
  return seen
}
