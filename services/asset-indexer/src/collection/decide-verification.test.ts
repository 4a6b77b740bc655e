import { expect, test } from 'vitest'
import { isTradable } from '../asset/is-tradable.ts'
import { answerDue, requireAsked, verdictOf } from './decide-verification.ts'

const refusal = (field: string) => expect.objectContaining({ code: 'VALIDATION', field })

test('AI-8 an asset is tradable when it is not suspended, its contract is known, and no verification of its creator is needed', () => {
  const fine = { suspended: false, known: true, verification: 'none' } as const
  expect(isTradable(fine)).toBe(true)
  expect(isTradable({ ...fine, verification: 'verified' })).toBe(true)
  expect(isTradable({ ...fine, verification: 'needed' })).toBe(false)
  expect(isTradable({ ...fine, suspended: true })).toBe(false)
  expect(isTradable({ ...fine, known: false })).toBe(false)
})

test('AI-8 verified says what was checked and on what evidence, the other verdicts check nothing', () => {
  const verified = {
    verification: 'verified',
    checks: ['contract_owner'],
    evidence: 'https://a.example',
  } as const
  expect(verdictOf({ ...verified, checks: ['website', 'website'] }).checks).toEqual(['website'])
  expect(() => verdictOf({ ...verified, checks: [] })).toThrow(refusal('checks'))
  expect(() => verdictOf({ ...verified, evidence: '' })).toThrow(refusal('evidence'))
  for (const verification of ['none', 'needed'] as const) {
    expect(verdictOf({ verification, checks: [], evidence: '' })).toEqual({
      verification,
      checks: [],
      evidence: '',
    })
    expect(() => verdictOf({ ...verified, verification })).toThrow(refusal('checks'))
  }
})

test('AI-8 who asks for a verification is to have an answer within 72 hours of asking', () => {
  const now = new Date('2026-11-23T00:00:00Z')
  expect(answerDue(now)).toEqual(new Date('2026-11-26T00:00:00Z'))
  expect(() => requireAsked(new Date(now.getTime() + 1), now)).toThrow(refusal('asked'))
  requireAsked(now, now)
})
