import { expect, test } from 'vitest'
import type { Trigger } from './api/triggers.ts'
import { blocksOf, readinessOf } from './readiness.ts'

const reason = (code: string) => ({ code, tag: null, retry_at: null, used: null, limit: null })
const output = (...codes: string[]) => ({ reasons: codes.map(reason) }) as Trigger['output']
const readiness = (codes: string[], code?: string) =>
  readinessOf({ dry: { output: output(...codes) }, isFailed: false, code })

test('CA-36 a claim may be pressed when a dry run succeeds, and is blocked by what a dry run says', () => {
  expect(readinessOf({ dry: undefined, isFailed: false, code: undefined })).toBe('checking')
  expect(readiness([])).toBe('ready')
  for (const code of ['cooldown', 'requirement_unmet', 'supply_exhausted', 'coupon_required'])
    expect(readiness([code])).toBe('blocked')
})

test('CA-27 what could not be checked, or tried, does not keep anybody from claiming', () => {
  expect(readinessOf({ dry: undefined, isFailed: true, code: undefined })).toBe('unsure')
  expect(readiness(['requirement_unchecked'])).toBe('unsure')
  expect(readiness(['requirement_unchecked', 'cooldown'])).toBe('blocked')
})

test('CA-39 where a code is asked for only the code is missing', () => {
  expect(readiness(['coupon_required'], ' ')).toBe('code')
  expect(readiness(['coupon_required'], 'NOODLE')).toBe('ready')
  expect(readiness(['cooldown', 'coupon_required'], 'NOODLE')).toBe('blocked')
})

test('what is said at a slot, or at the field of the code, is not said twice', () => {
  const { reasons } = output('cooldown', 'token_used', 'requirement_unmet', 'coupon_required')
  expect(blocksOf(reasons, true).map(({ code }) => code)).toEqual(['cooldown'])
  expect(blocksOf(reasons, false).map(({ code }) => code)).toEqual(['cooldown', 'coupon_required'])
})
