import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bundleText, createBundle } from './bundle.ts'
import type { Entry } from './hub.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const entry = (seq: number, event: Entry['event'], subject: string): Entry => ({
  seq,
  at: 0,
  messageId: `m${seq}`,
  audiences: [],
  event,
  subject,
  text: `${seq} `,
})

function setUp() {
  const sent: string[] = []
  return { sent, bundle: createBundle((text) => sent.push(text)) }
}

test('several updates of one moment go out together', async () => {
  const { sent, bundle } = setUp()
  bundle.add(entry(1, 'order', 'a'))
  await vi.advanceTimersByTimeAsync(200)
  bundle.add(entry(2, 'order', 'b'))
  await vi.advanceTimersByTimeAsync(99)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['1 2 '])
})

test('of several updates of one thing the last is told, where it happened', () => {
  const all = [
    entry(1, 'order', 'a'),
    entry(2, 'order', 'b'),
    entry(3, 'order', 'a'),
    entry(4, 'market', 'a'),
  ]
  expect(bundleText(all)).toBe('2 3 4 ')
})

test('the market waits longer than what concerns somebody, and goes along with it', async () => {
  const { sent, bundle } = setUp()
  bundle.add(entry(1, 'market', 'a'))
  await vi.advanceTimersByTimeAsync(600)
  expect(sent).toEqual([])
  bundle.add(entry(2, 'balance', 'b'))
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toEqual(['1 2 '])
  bundle.add(entry(3, 'market', 'a'))
  await vi.advanceTimersByTimeAsync(999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['1 2 ', '3 '])
})

test('what was closed sends nothing any more', async () => {
  const { sent, bundle } = setUp()
  bundle.add(entry(1, 'order', 'a'))
  bundle.close()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([])
})
