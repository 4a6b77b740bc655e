import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestQueue } from './kafka-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue that was never told to wait by its broker, as far as its timer goes. */
const queueOf = (pending: readonly string[]) =>
  Object.assign(Object.create(requestQueue.prototype), {
    pending,
    throttledUntil: -1,
    throttleCheckTimeoutId: null,
  })

test('a queue in which nothing waits sets no timer, of which Node would warn', () => {
  queueOf([]).scheduleCheckPendingRequests()
  expect(vi.getTimerCount()).toBe(0)
})

test('a queue in which something waits sets one', () => {
  queueOf(['a request']).scheduleCheckPendingRequests()
  expect(vi.getTimerCount()).toBe(1)
})
