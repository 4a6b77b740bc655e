import { beforeEach, expect, test } from 'vitest'
import { cacheSlow, type Kept } from './kept.ts'

const FOR_MS = 1_000
let at = 0
let asked: string[] = []
let kept: Kept<string>
beforeEach(() => {
  at = 0
  asked = []
  kept = cacheSlow({ now: () => new Date(at), forMs: FOR_MS, most: 3 })
})

/** Asks what takes so long, and is answered with how many questions there were. */
const ask = (key: string, tookMs = 50) =>
  kept(key, async () => {
    asked.push(key)
    const answer = `${key}${asked.length}`
    at += tookMs
    await undefined
    return answer
  })
/** Whatever was asked behind somebody's back is answered. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const failing = (key: string) =>
  kept(key, async () => {
    asked.push(key)
    throw new Error('gone')
  })

test('of all who ask the same at once one question goes out', async () => {
  expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual(['a1', 'a1', 'b2', 'a1'])
})

test('an answer that took long is told until it is old, and once more while it is asked anew', async () => {
  await ask('a')
  at = FOR_MS - 1
  expect(await ask('a')).toBe('a1')
  at = FOR_MS
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a1', 'a1'])
  await settled()
  expect(await ask('a')).toBe('a2')
  expect(asked).toEqual(['a', 'a'])
})

test('nobody is told an answer that is twice as old', async () => {
  await ask('a')
  at = 2 * FOR_MS
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a2', 'a2'])
})

test('what is quick is asked each time', async () => {
  expect([await ask('a', 9), await ask('a', 10), await ask('a')]).toEqual(['a1', 'a2', 'a2'])
})

test('a failure is told to who waited for it, and kept from nobody else', async () => {
  await expect(Promise.all([failing('a'), ask('a')])).rejects.toThrow('gone')
  expect(await ask('a')).toBe('a2')
  at += FOR_MS
  expect(await failing('a')).toBe('a2')
  await settled()
  expect(await ask('a')).toBe('a2') // asks anew
  await settled()
  expect(await ask('a')).toBe('a4')
})

test('a question that fails at once is asked again as well', async () => {
  await ask('a')
  const broken = () =>
    kept('a', () => {
      throw new Error('at once')
    })
  at = FOR_MS
  expect(await broken()).toBe('a1')
  at = 2 * FOR_MS
  await expect(broken()).rejects.toThrow('at once')
  expect(await ask('a')).toBe('a2')
})

test('no more than so many are kept: the one that was asked longest ago goes', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await ask(key)
  expect([await ask('d'), await ask('b'), await ask('a')]).toEqual(['d4', 'b2', 'a5'])
})

test('without an age nothing is kept', async () => {
  kept = cacheSlow({ now: () => new Date(at), forMs: 0 })
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a1', 'a2'])
  expect(await ask('a')).toBe('a3')
})
