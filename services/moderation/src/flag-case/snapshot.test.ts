import { toJson } from '@talad/shared/json'
import { expect, test } from 'vitest'
import type { FlagCaseEvent } from './events.ts'
import { flagCaseState } from './snapshot.ts'
import { evolve, noCase } from './state.ts'

const at = new Date('2026-11-26T00:00:00Z')
const made = { id: 's', version: 1, made: true }
const history: FlagCaseEvent[] = [
  {
    type: 'AssetReported',
    data: { flagId: 'f1', round: 1, kind: 'user', reporter: 'mali', classification: 'spam', at },
  },
  { type: 'InstantlySuspended', data: { suspension: made, by: 'boss', at } },
  {
    type: 'CaseResolved',
    data: {
      round: 1,
      disposition: 'suspend',
      scope: 'individual',
      contentHash: 'a',
      suspension: made,
      reports: 1,
      by: 'boss',
      note: 'a copy',
      at,
      told: {
        place: { blockchain: 'kub', contract: '0x1', token: '2' },
        reporters: [{ flagId: 'f1', reporter: 'mali' }],
      },
    },
  },
  { type: 'DecisionUndone', data: { round: 2, by: 'chief', reports: 1, instant: null, at } },
]

test('a case is kept as it was folded, after each of its events', () => {
  let state = noCase
  for (const event of history) {
    state = evolve(state, event)
    expect(flagCaseState.parse(JSON.parse(toJson(state)))).toEqual(state)
  }
})
