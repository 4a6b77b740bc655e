import { expect, test } from 'vitest'
import { text } from './index.ts'

test('WB-17 fills values into a text, and leaves what looks like a pattern in them alone', () => {
  expect(text('common.pieces', { amount: '25' })).toBe('25 ชิ้น')
  expect(text('common.pieces', { amount: '$& {{amount}} <b>' })).toBe('$& {{amount}} <b> ชิ้น')
})
