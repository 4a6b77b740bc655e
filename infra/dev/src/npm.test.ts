import { expect, test } from 'vitest'
import { createStopCount } from './npm.ts'

test('a Ctrl-C that npm hands on as well is one, and the next press is the second', () => {
  let now = 0
  const told = createStopCount(() => now)
  expect(told()).toBe(1)
  now = 40
  expect(told()).toBe(1)
  now = 900
  expect(told()).toBe(2)
})
