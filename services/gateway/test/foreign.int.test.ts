import { expect, inject, test } from 'vitest'
import { askInterleaved } from './foreign.ts'

test('GW-4 a visitor of one site is sent nothing of another, whatever is forged', async () => {
  expect(await askInterleaved(inject('postgres'), 400)).toBe(400)
})
