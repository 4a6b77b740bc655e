import { ResponseError } from '@talad/proto/http/client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Trigger } from './api/triggers.ts'
import {
  claimOf,
  findPress,
  forgetPress,
  isOver,
  isRefusedCall,
  keepPress,
  nextPress,
  type Press,
} from './claiming.ts'

const press: Press = { account: 'a', campaignId: 'c', key: 'k1', input: { coupon: { code: 'X' } } }
const { key: _, ...wanted } = press
const ended = (status: Trigger['status']) => claimOf({ triggerId: 't', status } as Trigger)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    },
  })
})

test('CA-33 a status is pending, a success, a refusal, or our fault', () => {
  const kinds = ([100, 200, 201, 202, 400] as const).map((status) => ended(status).kind)
  expect(kinds).toEqual(['pending', 'fault', 'refused', 'refused', 'won'])
})

test('GW-10 a claim that was sent is found again after a reload, by its account and campaign alone, until it is over', () => {
  keepPress(press)
  keepPress({ ...press, campaignId: 'other', key: 'k2' })
  keepPress({ ...press, triggerId: 't' })
  expect(findPress('a', 'c')).toEqual({ ...press, triggerId: 't' })
  expect(findPress('a', 'other')?.key).toBe('k2')
  expect(findPress('b', 'c')).toBeUndefined()
  forgetPress(press)
  expect(findPress('a', 'c')).toBeUndefined()
  expect(findPress('a', 'other')?.key).toBe('k2')
})

test('CA-33 what may have been sent is sent again as it was, what failed by us under its key, and what is over under a new one', () => {
  const now = { ...wanted, input: {} }
  expect(nextPress(now, undefined, 'new')).toEqual({ ...now, key: 'new' })
  expect(nextPress(now, { press, claim: { kind: 'unheard' } }, 'new')).toEqual(press)
  expect(nextPress(now, { press, claim: ended(100) }, 'new')).toEqual(press)
  expect(nextPress(now, { press, claim: ended(200) }, 'new')).toEqual({ ...now, key: 'k1' })
  for (const status of [201, 202, 400] as const) {
    expect(isOver(ended(status))).toBe(true)
    expect(nextPress(now, { press, claim: ended(status) }, 'new').key).toBe('new')
  }
})

test('CA-34 only a refusal by the server tells that nothing was begun', () => {
  const answered = (status: number) => new ResponseError(status, undefined)
  expect([400, 403, 404, 409, 422].every((status) => isRefusedCall(answered(status)))).toBe(true)
  expect([408, 429, 500, 502, 503, 504].some((status) => isRefusedCall(answered(status)))).toBe(false)
  expect(isRefusedCall(new Error('no answer'))).toBe(false)
})
