import { expect, test } from 'vitest'
import { createHub, type Update } from './hub.ts'

const order = (hash: string): Update => ({
  event: 'order',
  audience: 'everybody',
  data: { hash, status: 'offchain', inactive: false },
})
const balanceOf = (customer: string): Update => ({
  event: 'balance',
  audience: `customer:${customer}`,
  data: {
    unit: 'pt_thb',
    balance: 5,
    balance_locked: 2,
    balance_spendable: 3,
    at: '2026-01-01T00:00:00.000Z',
  },
})

function setUp(bounds: { maxEntries?: number; maxAgeMs?: number } = {}) {
  const clock = { ms: 1_000_000 }
  const hub = createHub({
    instance: 'me',
    now: () => new Date(clock.ms),
    maxEntries: bounds.maxEntries ?? 100,
    maxAgeMs: bounds.maxAgeMs ?? 60_000,
  })
  return { hub, clock }
}

const idsOf = (texts: readonly string[] | undefined) => texts?.map((text) => /^id: (.*)$/m.exec(text)?.[1])

test('tells a listener what concerns it, in order, and stops when it leaves', () => {
  const { hub } = setUp()
  const heard: string[] = []
  const stop = hub.listen(['everybody', 'customer:join-1'], (text) => heard.push(text))
  hub.publish('m1', [order('0x1'), balanceOf('join-2')])
  hub.publish('m2', [balanceOf('join-1')])
  stop()
  hub.publish('m3', [order('0x3')])
  expect(idsOf(heard)).toEqual(['me-1', 'me-3'])
  expect(heard[0]).toBe(
    'id: me-1\nevent: order\ndata: {"hash":"0x1","status":"offchain","inactive":false}\n\n',
  )
})

test('tells a message that comes twice once', () => {
  const { hub } = setUp()
  hub.publish('m1', [order('0x1')])
  hub.publish('m1', [order('0x1')])
  expect(hub.position()).toBe('me-1')
})

test('gives back what was missed, to whom it concerns', () => {
  const { hub } = setUp()
  hub.publish('m1', [order('0x1')])
  hub.publish('m2', [balanceOf('join-1')])
  hub.publish('m3', [balanceOf('join-2')])
  expect(idsOf(hub.since('me-1', ['everybody', 'customer:join-1']))).toEqual(['me-2'])
  expect(hub.since('me-3', ['everybody'])).toEqual([])
})

test.each(['', 'me', 'me-', 'me-x', 'me--1', 'me-1.5', 'you-1', 'me-99', 'me-1e3'])(
  'does not know where "%s" is',
  (id) => {
    const { hub } = setUp()
    hub.publish('m1', [order('0x1')])
    expect(hub.since(id, ['everybody'])).toBeUndefined()
  },
)

test('forgets what is too much, and says so', () => {
  const { hub } = setUp({ maxEntries: 2 })
  for (const id of ['m1', 'm2', 'm3', 'm4']) hub.publish(id, [order(id)])
  expect(idsOf(hub.since('me-2', ['everybody']))).toEqual(['me-3', 'me-4'])
  expect(hub.since('me-1', ['everybody'])).toBeUndefined()
})

test('forgets what is too old, and says so', () => {
  const { hub, clock } = setUp({ maxAgeMs: 1_000 })
  hub.publish('m1', [order('0x1')])
  clock.ms += 1_001
  expect(hub.since('me-0', ['everybody'])).toBeUndefined()
  expect(hub.since('me-1', ['everybody'])).toEqual([])
})
