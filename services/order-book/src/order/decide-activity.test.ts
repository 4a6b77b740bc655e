import { expect, test } from 'vitest'
import { putOf, terms } from '../../test/samples.ts'
import { decide, type OrderCommand } from './decide.ts'
import { activityReasons, nextCheck } from './decide-activity.ts'
import { evolve, initialOrder } from './state.ts'

const stateOf = (...commands: OrderCommand[]) =>
  commands.reduce((state, command) => decide(command, state).reduce(evolve, state), initialOrder)

test('OB-4 a listing is inactive for want of balance, approval, counter, KYC, wallet, or when suspended', () => {
  const fine = {
    terms: terms(),
    needed: 4n,
    fills: true,
    chain: { balance: 4n, approved: true, counter: 0n, cancelled: false },
    suspended: false,
    kycLevel: 2,
    minimumKycLevel: 2,
    linked: true,
  }
  expect(activityReasons(fine)).toEqual([])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, balance: 3n } })).toEqual(['balance'])
  expect(activityReasons({ ...fine, needed: 3n, chain: { ...fine.chain, balance: 3n } })).toEqual([])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, approved: false } })).toEqual(['approval'])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, counter: 1n } })).toEqual(['chain'])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, cancelled: true } })).toEqual(['chain'])
  expect(activityReasons({ ...fine, suspended: true })).toEqual(['suspended'])
  expect(activityReasons({ ...fine, kycLevel: 1 })).toEqual(['kyc'])
  expect(activityReasons({ ...fine, terms: terms({ type: 'offer' }), kycLevel: 1 })).toEqual([])
  expect(activityReasons({ ...fine, linked: false })).toEqual(['unlinked'])
  expect(activityReasons({ ...fine, terms: terms({ type: 'offer' }), linked: false })).toEqual(['unlinked'])
  expect(activityReasons({ ...fine, fills: false })).toEqual(['fill'])
  expect(activityReasons({ ...fine, fills: false, chain: { ...fine.chain, approved: false } })).toEqual([
    'approval',
  ])
})

test('OB-4 the next look is at the start, at the end, and ten minutes after the last at the latest', () => {
  const state = stateOf(putOf(terms()))
  const { start: opens, end, signedEnd } = terms()
  const next = (seconds: number) => (nextCheck(state, new Date(seconds * 1_000))?.getTime() ?? 0) / 1_000
  expect(next(opens - 1)).toBe(opens)
  expect(next(opens)).toBe(opens + 600)
  expect(next(end - 100)).toBe(end)
  expect(next(end + 1)).toBe(end + 601)
  expect(next(signedEnd - 1)).toBe(signedEnd)
  expect(next(signedEnd)).toBe(0)
  expect(
    nextCheck(
      stateOf(putOf(terms()), { type: 'Cancel', by: 'join-seller', shippings: [] }),
      new Date(opens * 1_000),
    ),
  ).toBeUndefined()
  expect(nextCheck(initialOrder, new Date(opens * 1_000))).toBeUndefined()
})
