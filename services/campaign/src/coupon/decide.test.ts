import { expect, test } from 'vitest'
import { decide, type MetaTimer } from './decide.ts'

const NOW = new Date('2026-12-01T00:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const level = (more: Partial<MetaTimer> = {}): MetaTimer => ({ useCount: 0, ...more })
const by = (...levels: Partial<MetaTimer>[]) => decide(levels.map(level), NOW)

test('CA-69 each field has one effect, and what is absent is no bound', () => {
  expect(by({})).toBeUndefined()
  expect(by({ useCount: 99, lastUsed: NOW, ageStart: at(-9e6) })).toBeUndefined()
  expect(by({ activeStart: NOW, activeEnd: at(1) })).toBeUndefined()
  expect(by({ activeStart: at(1) })).toEqual({ reason: 'not_started', retryAt: at(1) })
  expect(by({ activeEnd: NOW })).toEqual({ reason: 'ended' })
  expect(by({ age: 60, ageStart: at(-59) })).toBeUndefined()
  expect(by({ age: 60, ageStart: at(-60) })).toEqual({ reason: 'aged' })
  expect(by({ age: 60 })).toBeUndefined()
  expect(by({ limit: 2, useCount: 1 })).toBeUndefined()
  expect(by({ limit: 2, useCount: 2 })).toEqual({ reason: 'exhausted' })
  expect(by({ cooldown: 60, lastUsed: at(-60) })).toBeUndefined()
  expect(by({ cooldown: 60, lastUsed: at(-59) })).toEqual({ reason: 'cooling_down', retryAt: at(1) })
  expect(by({ cooldown: 60 })).toBeUndefined()
})

test('CA-70 of several reasons the first of not_started, ended, aged, exhausted, cooling_down is told', () => {
  const all: Partial<MetaTimer>[] = [
    { activeStart: at(9) },
    { activeEnd: at(-9) },
    { age: 1, ageStart: at(-9) },
    { limit: 1, useCount: 1 },
    { limit: 1, pending: [at(9)] },
    { cooldown: 60, lastUsed: at(-9) },
  ]
  const order = ['not_started', 'ended', 'aged', 'exhausted', 'pending', 'cooling_down']
  for (const from of order.keys()) {
    // whichever level says it
    expect(by(...all.slice(from))?.reason).toBe(order[from])
    expect(by(...all.slice(from).toReversed())?.reason).toBe(order[from])
  }
})

test('CA-71 payload, pool and entry must all agree; the last of them says when', () => {
  expect(by({}, { limit: 5, useCount: 4 }, { limit: 1 })).toBeUndefined()
  expect(by({}, { limit: 5, useCount: 5 }, { limit: 1 })).toEqual({ reason: 'exhausted' })
  expect(by({ activeStart: at(5) }, { activeStart: at(9) }, {})).toEqual({
    reason: 'not_started',
    retryAt: at(9),
  })
  const rests = (cooldown: number) => ({ cooldown, lastUsed: at(-1) })
  expect(by(rests(10), rests(60), rests(30))).toEqual({ reason: 'cooling_down', retryAt: at(59) })
  expect(decide([], NOW)).toBeUndefined()
})

test('CA-74 what is held by uses that are not decided is told apart from what is used up, with when it may be free', () => {
  expect(by({ limit: 2, useCount: 1, pending: [at(30)] })).toEqual({ reason: 'pending', retryAt: at(30) })
  expect(by({ limit: 2, useCount: 1, pending: [NOW, at(-1)] })).toBeUndefined()
  expect(by({ limit: 3, useCount: 1, pending: [at(30)] })).toBeUndefined()
  expect(by({ limit: 3, useCount: 1, pending: [at(30), at(10)] })).toEqual({
    reason: 'pending',
    retryAt: at(10),
  })
  // more than there should be: as many must end
  expect(by({ limit: 1, pending: [at(30), at(10), at(20)] })?.retryAt).toEqual(at(30))
  expect(by({ limit: 1, useCount: 1, pending: [at(30)] })).toEqual({ reason: 'exhausted' })
  expect(by({ pending: [at(30)] })).toBeUndefined()
  expect(by({ limit: 9, cooldown: 60, pending: [at(30)] })).toEqual({ reason: 'pending', retryAt: at(30) })
  expect(by({ cooldown: 60, pending: [at(30)] })).toEqual({ reason: 'pending', retryAt: at(30) })
})
