import { consentTexts, newestVersion } from '@talad/proto/http/identity/consents'
import { expect, test } from 'vitest'
import { enTrade } from '../i18n/en-trade.ts'
import { thTrade } from '../i18n/th-trade.ts'
import { pageNames } from './page.ts'
import { pages } from './pages.ts'

const THAI = /[\u0e00-\u0e7f]/

test('SP-5 what the terms say of a reservation is what the buyer is told while buying', () => {
  const texts = pages.terms.parts.flatMap(({ text }) => text)
  const reserved = texts.find(({ en }) => en.includes('reserved'))
  expect(reserved?.en).toContain('2 minutes')
  expect(reserved?.th).toContain('2 นาที')
  expect(enTrade['buy.reserveText']).toContain('2 minutes')
  expect(thTrade['buy.reserveText']).toContain('2 นาที')
})

test('ID-42 the wording that people agree to is the one that they read', () => {
  for (const text of consentTexts) expect(pages[text].since).toBe(newestVersion(text))
})

test('WB-17 every text of the site is there in Thai and in English', () => {
  for (const name of pageNames) {
    const { title, parts } = pages[name]
    expect(parts.length).toBeGreaterThan(1)
    for (const { th, en } of [title, ...parts.flatMap((part) => [part.title, ...part.text])]) {
      expect(THAI.test(th), th).toBe(true)
      expect(THAI.test(en), en).toBe(false)
    }
  }
})
