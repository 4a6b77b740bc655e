import { expect, test } from 'vitest'
import { ownPlace } from './redirect-place.ts'

const SITE = 'https://talad.test'

test('ID-15 redirectUrl leads to a place of this site, with its search and its mark, and nowhere else', () => {
  expect(ownPlace('/assets/kub/0x1/2?tab=offers#a', SITE)).toBe('/assets/kub/0x1/2?tab=offers#a')
  expect(ownPlace('https://talad.test/account', SITE)).toBe('/account')
  for (const elsewhere of [
    ...['https://evil.example/', '//evil.example', '/\\evil.example', 'https://talad.test.evil.example'],
    ...['https://me@talad.test/', 'http://talad.test/account', 'javascript:alert(1)', 'https://', null],
  ])
    expect([elsewhere, ownPlace(elsewhere, SITE)]).toEqual([elsewhere, undefined])
})
