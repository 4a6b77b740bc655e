import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../db.ts'
import { createOffsets } from './postgres-offsets.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A database that keeps what it is told, unless it is away. */
function setUp() {
  const saved: string[] = []
  const faults: unknown[] = []
  const state = { isAway: false }
  const query = async ({ values }: { values: string[] }) => {
    if (state.isAway) throw new Error('away')
    saved.push(values.map((column) => column.replaceAll(/[{}"]/g, '')).join(' '))
  }
  const offsets = createOffsets({ query } as unknown as Db, (error) => faults.push(error))
  const note = (group: string, seq: bigint, partition = 0) =>
    offsets.note({ group, topic: 't', partition, seq })
  return { saved, faults, state, offsets, note }
}

test('the newest offsets of all groups are saved together, a moment after the first', async () => {
  const { saved, note } = setUp()
  note('a', 1n)
  await vi.advanceTimersByTimeAsync(20)
  note('b', 5n)
  note('a', 2n)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(saved).toEqual(['a,b t,t 0,0 2,5'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved).toHaveLength(1)
})

test('whoever flushes finds all saved that was noted', async () => {
  const { saved, offsets, note } = setUp()
  note('a', 1n)
  await offsets.flush()
  note('a', 2n)
  await Promise.all([offsets.flush(), offsets.flush()])
  expect(saved).toEqual(['a t 0 1', 'a t 0 2'])
})

test('what could not be saved is told of and saved later, a newer offset in its stead', async () => {
  const { saved, faults, state, note } = setUp()
  state.isAway = true
  note('a', 1n)
  note('b', 1n)
  await vi.advanceTimersByTimeAsync(300)
  expect(faults).toHaveLength(1)
  note('a', 2n)
  state.isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual(['a,b t,t 0,0 2,1'])
})

test('a group that has left a partition is not moved there any more, as it may have been sent back meanwhile', async () => {
  const { saved, faults, state, offsets, note } = setUp()
  state.isAway = true
  note('a', 1n, 0)
  note('a', 1n, 1)
  note('b', 1n, 0)
  await offsets.leave('a', [0])
  expect(faults).toHaveLength(1)
  state.isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual(['a,b t,t 1,0 1,1'])
})
