import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLane } from './lanes.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('calls wait for their turn, in order', async () => {
  const lane = createLane({ width: 2, queue: 2, waitMs: 1_000 })
  const [first, second] = [await lane.enter(), await lane.enter()]
  const turns: string[] = []
  const third = lane.enter().then((release) => {
    turns.push('third')
    return release
  })
  void lane.enter().then(() => turns.push('fourth'))
  expect(lane.load()).toEqual({ running: 2, waiting: 2 })
  first()
  const release = await third
  expect(turns).toEqual(['third'])
  second()
  await vi.waitFor(() => expect(turns).toEqual(['third', 'fourth']))
  release()
  expect(lane.load()).toEqual({ running: 1, waiting: 0 })
})

test('GW-9 a call whose turn does not come in time is refused, and leaves the queue', async () => {
  const lane = createLane({ width: 1, queue: 1, waitMs: 1_000 })
  const release = await lane.enter()
  const late = expect(lane.enter()).rejects.toThrow('SERVICE_BUSY')
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  expect(lane.load()).toEqual({ running: 1, waiting: 0 })
  release()
  expect(lane.load()).toEqual({ running: 0, waiting: 0 })
})

test('GW-9 a call for which the queue is too long is refused at once', async () => {
  const lane = createLane({ width: 1, queue: 1, waitMs: 1_000 })
  await lane.enter()
  const waiting = lane.enter()
  await expect(lane.enter()).rejects.toThrow('SERVICE_BUSY')
  expect(lane.load()).toEqual({ running: 1, waiting: 1 })
  const late = expect(waiting).rejects.toThrow('SERVICE_BUSY')
  await vi.advanceTimersByTimeAsync(1_000)
  await late
})

test('what is given back twice is given back once', async () => {
  const lane = createLane({ width: 2, queue: 2, waitMs: 1_000 })
  const release = await lane.enter()
  await lane.enter()
  release()
  release()
  expect(lane.load()).toEqual({ running: 1, waiting: 0 })
})
