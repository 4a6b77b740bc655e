import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { decideBatch, MOST_IN_POOL, type PoolCode, requireRoom } from './decide-batch.ts'

const code = (text: string, more: Partial<PoolCode> = {}): PoolCode => ({
  code: text,
  description: '',
  metaTimer: null,
  ...more,
})
const there = (one: PoolCode, isAssigned = false) => [one.code, { ...one, isAssigned }] as const

test('CA-76 what is new is created, what has other data is modified, and the same again changes nothing', () => {
  const timer = { limit: 1, active_start: 'x' }
  const existing = new Map([
    there(code('SAME', { metaTimer: timer })),
    there(code('WORD')),
    there(code('TIME', { metaTimer: timer })),
    there(code('LESS', { metaTimer: timer })),
    there(code('MORE')),
    there(code('DEEP', { metaTimer: { a: { b: [1, 2] } } })),
  ])
  const same = code('SAME', { metaTimer: { active_start: 'x', limit: 1 } })
  const given = [
    code('NEW1'),
    same,
    code('WORD', { description: 'changed' }),
    code('TIME', { metaTimer: { ...timer, limit: 2 } }),
    code('LESS', { metaTimer: { limit: 1 } }),
    code('MORE', { metaTimer: timer }),
    code('DEEP', { metaTimer: { a: { b: [1, 3] } } }),
  ]
  const { created, modified } = decideBatch(given, existing)
  expect(created).toEqual([code('NEW1')])
  expect(modified.map((one) => one.code)).toEqual(['WORD', 'TIME', 'LESS', 'MORE', 'DEEP'])
  const after = new Map([...existing, ...[...created, ...modified].map((one) => there(one))])
  expect(decideBatch(given, after)).toEqual({ created: [], modified: [] })
  const more = [code('LESS', { metaTimer: timer })]
  expect(decideBatch(more, new Map([there(code('LESS', { metaTimer: { limit: 1 } }))])).modified).toEqual(
    more,
  )
  const renamed = code('SAME', { metaTimer: { limit: 1, active_end: 'x' } })
  expect(decideBatch([renamed], existing).modified).toEqual([renamed])
})

test('CA-76 duplicates within a call collapse, and codes that are assigned are never modified', () => {
  const twice = [code('ABCD', { description: 'first' }), code('ABCD', { description: 'last' })]
  expect(decideBatch(twice, new Map())).toEqual({
    created: [code('ABCD', { description: 'last' })],
    modified: [],
  })
  expect(decideBatch(twice, new Map([there(code('ABCD'), true)]))).toEqual({ created: [], modified: [] })
})

test('CA-76 there are at most 10,000 codes in a call', () => {
  const many = [...Array(10_001).keys()].map((index) => code(`CODE${index}`))
  expect(decideBatch(many.slice(1), new Map()).created).toHaveLength(10_000)
  expect(() => decideBatch(many, new Map())).toThrow(
    new Rejection('VALIDATION', { field: 'batch.codes', details: { most: 10_000 } }),
  )
})

test('CA-76 a pool takes a million codes and not one more', () => {
  requireRoom(MOST_IN_POOL - 10_000, 10_000)
  expect(() => requireRoom(MOST_IN_POOL - 9_999, 10_000)).toThrow(
    new Rejection('POOL_FULL', { details: { most: 1_000_000 } }),
  )
})
