import { expect, test } from 'vitest'
import type { Guard } from '../src/guard.ts'
import { type Result, render, runGuards } from '../src/run.ts'

const passing: Guard = { name: 'passing', inspect: async () => ({ problems: [], warnings: ['nearly'] }) }
const failing: Guard = { name: 'failing', inspect: async () => ({ problems: ['planted'] }) }
const broken: Guard = {
  name: 'broken',
  inspect: () => Promise.reject(new Error('no such tool')),
}

async function outcome(...guards: Guard[]): Promise<{ good: boolean; results: Result[] }> {
  const results: Result[] = []
  const good = await runGuards(guards, '.', 2, (result) => results.push(result))
  return { good, results }
}

test('warnings alone are good', async () => {
  expect((await outcome(passing, passing)).good).toBe(true)
})

test('one problem is enough to fail, and the others still run', async () => {
  const { good, results } = await outcome(failing, passing, passing)
  expect(good).toBe(false)
  expect(results).toHaveLength(3)
})

test('a guard that cannot do its work has failed', async () => {
  const { good, results } = await outcome(broken)
  expect(good).toBe(false)
  expect(results[0]?.problems[0]).toContain('no such tool')
})

test('a result is one line with its time, and what was found below it', () => {
  const text = render({ name: 'links', problems: ['a\nb'], warnings: ['c'], seconds: 1.25 })
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'FAIL  links          1.3 s',
    'a',
    'b',
    'warning: c',
  ])
})
