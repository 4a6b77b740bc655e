import { expect, test } from 'vitest'
import { normalName } from './normal-name.ts'

test('ID-40 a name is one however it is written, and what looks like another or has no dot is none', () => {
  expect(normalName('Mali.TALAD')).toBe('mali.talad')
  expect(normalName('ศรีแก้ว.talad')).toBe('ศรีแก้ว.talad')
  expect(normalName('shop.mali.talad')).toBe('shop.mali.talad')
  for (const text of [
    ...[
      '',
      '.',
      'mali',
      '.talad',
      'mali.',
      'ma..li',
      'ma li.talad',
      'mali/x.talad',
      'a_b.talad',
      'xn--x.talad',
    ],
    ...['m\u0430li.talad', 'mali\u200b.talad\0', `0x${'a'.repeat(40)}`, `${'a'.repeat(252)}.talad`],
  ])
    expect(normalName(text), JSON.stringify(text)).toBeUndefined()
})
