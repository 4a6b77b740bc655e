import { expect, test } from 'vitest'
import { createHub, type Entry } from './hub.ts'
import type { Update } from './updates.ts'

const order = (hash: string): Update => ({
  event: 'order',
  audiences: [`order:${hash}`, 'asset:0xc:7'],
  subject: hash,
  data: { hash },
})
const balanceOf = (customer: string): Update => ({
  event: 'balance',
  audiences: [`customer:${customer}`],
  subject: 'pt_thb',
  data: { balance: 5 },
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

const idsOf = (entries: readonly Entry[] | undefined) =>
  entries?.map(({ text }) => /^id: (.*)$/m.exec(text)?.[1])

test('tells a listener what concerns it, in order, and stops when it leaves', () => {
  const { hub } = setUp()
  const heard: Entry[] = []
  const stop = hub.listen(['asset:0xc:7', 'customer:join-1'], (entry) => heard.push(entry))
  hub.publish('m1', [order('0x1'), balanceOf('join-2')])
  hub.publish('m2', [balanceOf('join-1')])
  stop()
  hub.publish('m3', [order('0x3')])
  expect(idsOf(heard)).toEqual(['me-1', 'me-3'])
  expect(heard[0]?.text).toBe('id: me-1\nevent: order\ndata: {"hash":"0x1"}\n\n')
})

test('tells a listener whom an update concerns in two ways once', () => {
  const { hub } = setUp()
  const heard: Entry[] = []
  hub.listen(['asset:0xc:7', 'order:0x1'], (entry) => heard.push(entry))
  hub.publish('m1', [order('0x1')])
  expect(idsOf(heard)).toEqual(['me-1'])
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
  expect(idsOf(hub.since('me-1', ['asset:0xc:7', 'customer:join-1']))).toEqual(['me-2'])
  expect(hub.since('me-3', ['asset:0xc:7'])).toEqual([])
})

test.each(['', 'me', 'me-', 'me-x', 'me--1', 'me-1.5', 'you-1', 'me-99', 'me-1e3'])(
  'does not know where "%s" is',
  (id) => {
    const { hub } = setUp()
    hub.publish('m1', [order('0x1')])
    expect(hub.since(id, ['asset:0xc:7'])).toBeUndefined()
  },
)

test('forgets what is too much, and says so', () => {
  const { hub } = setUp({ maxEntries: 2 })
  for (const id of ['m1', 'm2', 'm3', 'm4']) hub.publish(id, [order(id)])
  expect(idsOf(hub.since('me-2', ['asset:0xc:7']))).toEqual(['me-3', 'me-4'])
  expect(hub.since('me-1', ['asset:0xc:7'])).toBeUndefined()
})

test('forgets what is too old, and says so', () => {
  const { hub, clock } = setUp({ maxAgeMs: 1_000 })
  hub.publish('m1', [order('0x1')])
  clock.ms += 1_001
  expect(hub.since('me-0', ['asset:0xc:7'])).toBeUndefined()
  expect(hub.since('me-1', ['asset:0xc:7'])).toEqual([])
})
