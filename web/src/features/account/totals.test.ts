import { expect, test } from 'vitest'
import { totalsOf } from './totals.ts'

const flow = (flow_type: 'in' | 'out' | 'lock', value: number, balance_after: number) => ({
  flow_type,
  value,
  balance_after,
})

test('LG-4 what was there before, came and went is what is there after', () => {
  const flows = [
    flow('out', 300, 800),
    flow('lock', 300, 1_100),
    flow('in', 100, 1_100),
    flow('in', 500, 1_000),
  ]
  expect(totalsOf(flows)).toEqual({ came: 600n, went: 300n, before: 500n, after: 800n })
  expect(totalsOf([])).toEqual({ came: 0n, went: 0n, before: 0n, after: 0n })
})
