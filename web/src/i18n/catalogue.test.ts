import { join } from 'node:path'
import { th as shared } from '@talad/ui/i18n/th'
import { differentValues, lonelyKeys, unusedKeys, wrongLetters } from '@talad/ui/testing/catalogue'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { enCampaign } from './en-campaign.ts'
import { enCrypto } from './en-crypto.ts'
import { enFacts } from './en-facts.ts'
import { enFees } from './en-fees.ts'
import { enHome } from './en-home.ts'
import { enLate } from './en-late.ts'
import { enMedia } from './en-media.ts'
import { enModeration } from './en-moderation.ts'
import { enMoney } from './en-money.ts'
import { enOwn } from './en-own.ts'
import { enSecurity } from './en-security.ts'
import { enVirtual } from './en-virtual.ts'
import { enWallets } from './en-wallets.ts'
import { enWays } from './en-ways.ts'
import { th } from './th.ts'
import { thCampaign } from './th-campaign.ts'
import { thCrypto } from './th-crypto.ts'
import { thFacts } from './th-facts.ts'
import { thFees } from './th-fees.ts'
import { thHome } from './th-home.ts'
import { thLate } from './th-late.ts'
import { thMedia } from './th-media.ts'
import { thModeration } from './th-moderation.ts'
import { thMoney } from './th-money.ts'
import { thOwn } from './th-own.ts'
import { thSecurity } from './th-security.ts'
import { thVirtual } from './th-virtual.ts'
import { thWallets } from './th-wallets.ts'
import { thWays } from './th-ways.ts'

test('WB-17 has the same keys in Thai and in English', () => {
  expect(lonelyKeys({ th, en })).toEqual([])
})

test('WB-17 fills the same values into both languages', () => {
  expect(differentValues({ th, en })).toEqual([])
})

test('WB-17 writes Thai in Thai and English without it, but for the name of the other language', () => {
  expect(wrongLetters({ th, en })).toEqual(['nav.language'])
})

test.each([
  ['what is a person’s own', { th: thOwn, en: enOwn }],
  ['a person’s money', { th: thMoney, en: enMoney }],
  ['what opens from the first pages', { th: thLate, en: enLate }],
  ['reports and assessments', { th: thModeration, en: enModeration }],
  ['fees and declarations', { th: thFees, en: enFees }],
  ['the market’s own home', { th: thHome, en: enHome }],
  ['facts that few ask for', { th: thFacts, en: enFacts }],
  ['videos and sounds', { th: thMedia, en: enMedia }],
  ['sessions and fresh sign-ins', { th: thSecurity, en: enSecurity }],
  ['ways in and merging', { th: thWays, en: enWays }],
  ['linked wallets', { th: thWallets, en: enWallets }],
  ['projects and what is virtual', { th: thVirtual, en: enVirtual }],
  ['campaigns and coupons', { th: thCampaign, en: enCampaign }],
  ['trades in crypto', { th: thCrypto, en: enCrypto }],
])('WB-17 has the texts of %s in both languages, each in its own letters', (_, both) => {
  expect(lonelyKeys(both)).toEqual([])
  expect(differentValues(both)).toEqual([])
  expect(wrongLetters(both)).toEqual([])
  expect(unusedKeys(both.th, join(import.meta.dirname, '..'))).toEqual([])
})

test('A text stands in one catalogue only', () => {
  const all = [
    th,
    thLate,
    thOwn,
    thMoney,
    thModeration,
    thCrypto,
    thWallets,
    thFacts,
    thFees,
    thHome,
    thMedia,
    thVirtual,
    thCampaign,
  ].flatMap((texts) => Object.keys(texts))
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
})

test('WB-17 has the texts of trades in crypto in both languages, each in its own letters', () => {
  const both = { th: thCrypto, en: enCrypto }
  expect(lonelyKeys(both)).toEqual([])
  expect(differentValues(both)).toEqual([])
  expect(wrongLetters(both)).toEqual([])
  expect(unusedKeys(thCrypto, join(import.meta.dirname, '..'))).toEqual([])
})

test('Every text of the catalogue is used', () => {
  const unused = unusedKeys(th, join(import.meta.dirname, '..'))
  expect(unused.filter((key) => !Object.hasOwn(shared, key))).toEqual([])
})
