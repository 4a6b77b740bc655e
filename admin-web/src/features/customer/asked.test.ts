import { expect, test } from 'vitest'
import { askedOf } from './asked.ts'

test.each([
  ['081-234 5678', [{ kind: 'phone', phone: '0812345678' }]],
  ['+66812345678', [{ kind: 'phone', phone: '+66812345678' }]],
  [' join-somchai ', [{ kind: 'customer', id: 'join-somchai' }]],
  ['฿791', [{ kind: 'amount', value: 79_100 }]],
  ['1,250.50 บาท', [{ kind: 'amount', value: 125_050 }]],
  [
    '4477',
    [
      { kind: 'amount', value: 447_700 },
      { kind: 'digits', digits: '4477' },
    ],
  ],
  [
    '123-4-56789-0',
    [
      { kind: 'amount', value: 123_456_789_000 },
      { kind: 'digits', digits: '1234567890' },
    ],
  ],
  ['สมชาย ใจดี', [{ kind: 'words', words: 'สมชาย ใจดี' }]],
  ['Temple bell #12', [{ kind: 'words', words: 'Temple bell #12' }]],
  ['0', []],
  ['x', []],
  ['', []],
])('AW-1 a customer is found by %s', (typed, asked) => {
  expect(askedOf(typed)).toEqual(asked)
})
