import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calmed } from './use-calm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('AW-13 of 200 keys in 10 s a preview draws at most 20, the last within 150 ms', () => {
  const keys = 200
  const drawn: { key: number; at: number }[] = []
  const calm = calmed((key: number) => drawn.push({ key, at: performance.now() }))
  const began = performance.now()
  for (let key = 1; key <= keys; key += 1) {
    calm.take(key)
    if (key < keys) vi.advanceTimersByTime(10_000 / keys)
  }
  const last = performance.now()
  vi.advanceTimersByTime(1_000)
  expect(last - began).toBeLessThanOrEqual(10_000)
  expect(drawn.length).toBeLessThanOrEqual(20)
  expect(drawn.length).toBeGreaterThan(10) // while one types on it is seen
  expect(drawn.at(-1)).toMatchObject({ key: keys })
  expect((drawn.at(-1)?.at ?? 0) - last).toBeLessThanOrEqual(150)
})

test('what is not looked at any more is not drawn', () => {
  const draw = vi.fn()
  const calm = calmed(draw)
  calm.take(1)
  calm.stop()
  vi.advanceTimersByTime(1_000)
  expect(draw).not.toHaveBeenCalled()
})
