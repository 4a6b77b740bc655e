import { expect, test } from 'vitest'
import { differencesOf } from './difference.ts'

test('GW-27 a line says what was set to what, of every depth, and nothing of what stays or says itself', () => {
  const before = {
    version: 1,
    open: true,
    fees: [{ type: 'service', basisPoints: 250 }],
    can: ['bank.read'],
    gone: 1n,
  }
  const after = {
    version: 2,
    open: true,
    fees: [{ type: 'service', basisPoints: 300 }],
    can: ['bank.read', 'audit.read'],
  }
  expect(differencesOf(before, after)).toEqual([
    { field: 'fees.0.basisPoints', before: '250', after: '300' },
    { field: 'can', before: 'bank.read', after: 'bank.read, audit.read' },
    { field: 'gone', before: '1', after: null },
  ])
  expect(differencesOf(undefined, { terms: { slug: 'siam', from: new Date(0) } })).toEqual([
    { field: 'terms.slug', before: null, after: 'siam' },
    { field: 'terms.from', before: null, after: '1970-01-01T00:00:00.000Z' },
  ])
  expect(differencesOf(undefined, undefined)).toEqual([])
})

test('GW-27 secrets and what names a person are masked by name and by form, and long texts and lists end', () => {
  const after = {
    numberHash: 'abc',
    code: 'XK-1',
    to: 'mali@example.com',
    call: '0812345678',
    text: 'x'.repeat(200),
  }
  expect(differencesOf({}, after).map(({ after: now }) => now)).toEqual([
    ...['•••', '•••', '•••', '•••'],
    `${'x'.repeat(120)}…`,
  ])
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, n]))
  expect(differencesOf({}, many)).toHaveLength(20)
})
