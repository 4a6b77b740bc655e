import { expect, test } from 'vitest'
import { flowsOf } from './kinds.ts'

test('LG-5 a statement has one line for what was paid out: what is only held stands in its own kind', () => {
  const withHeld = Object.entries(flowsOf).filter(([, { ty }]) => ty === undefined || ty.includes('lock'))
  expect(withHeld.map(([kind]) => kind)).toEqual(['held'])
})
