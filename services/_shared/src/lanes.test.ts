import { expect, test } from 'vitest'
import { inLanes } from './lanes.ts'

const keyOf = (item: string) => item.slice(0, 1)

test('each key keeps its order, and a failing one is tried again with the number of its failures', async () => {
  const done: string[] = []
  const failures: number[] = []
  await inLanes(
    ['a1', 'b1', 'a2', 'b2', 'a3'],
    keyOf,
    async (item, failed) => {
      if (item === 'a2') failures.push(failed)
      if (item === 'a2' && failed < 2) throw new Error('planted')
      done.push(item)
    },
    () => false,
  )
  expect(done).toEqual(['a1', 'b1', 'b2', 'a2', 'a3'])
  expect(failures).toEqual([0, 1, 2])
})

test('a fault that ends the batch is thrown at once', async () => {
  const done: string[] = []
  const work = inLanes(
    ['a1', 'b1', 'c1'],
    keyOf,
    async (item) => {
      if (item === 'b1') throw new Error('away')
      done.push(item)
    },
    (error) => error instanceof Error && error.message === 'away',
  )
  await expect(work).rejects.toThrow('away')
  expect(done).toEqual(['a1'])
})
