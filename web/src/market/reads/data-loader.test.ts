import { expect, test, vi } from 'vitest'
import { gathered } from './data-loader.ts'

const upper = () =>
  vi.fn(
    async (keys: string[]) =>
      new Map(keys.filter((key) => key !== 'x').map((key) => [key, key.toUpperCase()])),
  )

test('What is asked within a moment is one call, and each gets its own answer', async () => {
  const ask = upper()
  const read = gathered(ask, 50)
  expect(await Promise.all([read('a'), read('b'), read('a'), read('x')])).toEqual(['A', 'B', 'A', null])
  expect(ask.mock.calls).toEqual([[['a', 'b', 'x']]])
  expect(await read('a')).toBe('A')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('More than one call takes go in several', async () => {
  const ask = upper()
  const read = gathered(ask, 2)
  expect(await Promise.all(['a', 'b', 'c'].map(read))).toEqual(['A', 'B', 'C'])
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]])
})

test('A call that fails fails those who waited for it, and the next moment asks again', async () => {
  const ask = upper().mockRejectedValueOnce(new Error('no network'))
  const read = gathered(ask, 2)
  await expect(read('a')).rejects.toThrow('no network')
  expect(await read('a')).toBe('A')
})
