import { expect, test } from 'vitest'
import { inWords } from './http/rejection-row.ts'

test.each([
  ['at most {limit} a day', { details: { limit: 1_000 } }, 'at most 1,000 a day'],
  ['at most {limit} a day', { details: { limit: '1000' } }, 'at most 1000 a day'],
  ['only for {permissions}', { details: { permissions: ['a.read', 'a.write'] } }, 'only for a.read, a.write'],
  [
    'not valid[: {field}][, {reason}]',
    { field: 'amount', details: { reason: 'a [b] {c}' } },
    'not valid: amount, a [b] {c}',
  ],
  ['not valid[: {field}][, {reason}]', { field: 'amount' }, 'not valid: amount'],
  ['not valid[: {field}][, {reason}]', undefined, 'not valid'],
  ['at most {limit}', { details: { constructor: 1 } }, 'at most {limit}'],
  ['of {constructor}', {}, 'of {constructor}'],
])('WB-17 %j with %j says %j', (text, about, said) => {
  expect(inWords(text, about)).toBe(said)
})
