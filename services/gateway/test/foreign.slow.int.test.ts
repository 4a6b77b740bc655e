import { expect, inject, test } from 'vitest'
import { askInterleaved } from './foreign.ts'

test('GW-4 of 10,000 interleaved requests none is sent a byte of another site', async () => {
  expect(await askInterleaved(inject('postgres'), 10_000)).toBe(10_000)
}, 300_000)
