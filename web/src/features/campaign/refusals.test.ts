import { couponReasons } from '@talad/proto/http/campaign/coupon-shapes'
import { expect, test } from 'vitest'
import { refusalOf, refusalRows } from './refusals.ts'

const AT = '2026-11-27T10:00:00.000Z'

test('CA-39 CA-70 each reason for which nothing is given has a sentence and a next step', () => {
  const codes = [
    ...['campaign_ended', 'campaign_paused', 'campaign_hidden', 'limit_global', 'limit_per_user', 'cooldown'],
    ...['requirement_unmet', 'requirement_unchecked', 'token_not_owned', 'token_used', 'token_suspended'],
    'supply_exhausted',
    'coupon_required',
    ...couponReasons.map((reason) => `coupon_${reason}`),
  ]
  expect(codes.filter((code) => !Object.hasOwn(refusalRows, code))).toEqual([])
  expect(Object.keys(refusalRows).filter((code) => !codes.includes(code))).toEqual([])
})

test('CA-12 CA-27 CA-29 says when it is otherwise, where that is told', () => {
  expect(refusalOf({ code: 'cooldown', retry_at: AT })).toEqual({ key: 'refused.cooldownAt', step: 'wait' })
  expect(refusalOf({ code: 'token_used', retry_at: null })).toEqual({ key: 'refused.used', step: 'pick' })
  expect(refusalOf({ code: 'limit_global', retry_at: AT }).key).toBe('refused.limitGlobal')
})

test('a reason of a later server is said in general', () => {
  expect(refusalOf({ code: 'constructor', retry_at: null }).key).toBe('refused.other')
  expect(refusalOf({ code: 'coupon_torn', retry_at: null })).toEqual({
    key: 'refused.codeOther',
    step: 'code',
  })
})
