import { expect, test } from 'vitest'
import { traitValue } from './trait-value.ts'

const date = (value: string) => traitValue({ value, display_type: 'date' }, 'en')

test('WB-17 a trait that is a date is shown as a day, whether it counts seconds or milliseconds', () => {
  expect([date('1618974479'), date('1618974479000')]).toEqual(['21/04/2021', '21/04/2021'])
  expect([date('soon'), date('12.5'), date('9'.repeat(20))]).toEqual(['soon', '12.5', '9'.repeat(20)])
  expect(traitValue({ value: '1618974479', display_type: 'number' }, 'en')).toBe('1618974479')
})
