import { expect, test } from 'vitest'
import { type Asked, judgeNode } from './judge-node.ts'

const now = new Date('2026-11-23T00:10:00Z')
const at = (ageS: number, number = 100): Asked => ({
  kind: 'answered',
  chainId: 3501,
  head: { number, timestamp: now.getTime() / 1_000 - ageS },
})
const expected = { chainId: 3501, position: 100, blockSeconds: 3, now }

test('a node that does not answer is away, one that wants fewer questions is limited', () => {
  expect(judgeNode({ kind: 'failed', throttled: false }, expected)).toBe('away')
  expect(judgeNode({ kind: 'failed', throttled: true }, expected)).toBe('limited')
})

test('a node of another chain is told before anything that its blocks say', () => {
  expect(judgeNode(at(9_999, 1), { ...expected, chainId: 1 })).toBe('wrong_chain')
})

test('a node whose newest block is below what was read already lags', () => {
  expect(judgeNode(at(0, 99), expected)).toBe('behind')
  expect(judgeNode(at(0, 100), expected)).toBe('well')
})

test('an old newest block is stale, after a minute or twenty blocks, and never where blocks come on demand', () => {
  expect(judgeNode(at(60), expected)).toBe('well')
  expect(judgeNode(at(61), expected)).toBe('stale')
  expect(judgeNode(at(61), { ...expected, blockSeconds: 15 })).toBe('well')
  expect(judgeNode(at(301), { ...expected, blockSeconds: 15 })).toBe('stale')
  expect(judgeNode(at(99_999), { ...expected, blockSeconds: null })).toBe('well')
})
