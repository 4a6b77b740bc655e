import { newestVersion } from '@talad/proto/http/identity/consents'
import { expect, test } from 'vitest'
import { isSameWording, wordingOf } from './wording.ts'

test('ID-42 people agree to the page that the site shows them, in the language in which it is shown, else to the market’s', () => {
  const page = { page: 'terms', language: 'th', version: 3 } as const
  const site = { _id: 'a'.repeat(24), pages: [page, { ...page, page: 'about', version: 9 } as const] }
  const inThai = { site: site._id, language: 'th', version: '3' }
  expect(wordingOf(site, 'terms', 'th')).toEqual(inThai)
  expect(wordingOf(site, 'terms', 'en')).toEqual(inThai) // it is written in Thai alone
  const both = { ...site, pages: [page, { ...page, language: 'en', version: 5 } as const] }
  expect(wordingOf(both, 'terms', 'en')).toEqual({ ...inThai, language: 'en', version: '5' })
  const ofMarket = { site: null, language: null, version: newestVersion('privacy') }
  expect(wordingOf(site, 'privacy', 'th')).toEqual(ofMarket)
  expect(isSameWording(ofMarket, { ...ofMarket })).toBe(true)
  expect(isSameWording(wordingOf(site, 'terms', 'th'), wordingOf(both, 'terms', 'en'))).toBe(false)
})
