import { domainsIn, readBlacklist } from '@talad/shared/blacklist/domains'
import { expect, test } from 'vitest'
import { planted } from '../../test/planted.ts'
import { markupIn } from './markup.ts'
import { instantRules, judge, type Known } from './rules.ts'

const known: Known = {
  blacklist: readBlacklist(planted.blacklist),
  isIssued: false,
  names: planted.verified,
  near: undefined,
}
const rulesOf = (texts: Record<string, string>, more: Partial<Known> = {}) => {
  const { collection = '', ...rest } = texts
  const reading = {
    collectionName: collection,
    texts: Object.entries(rest).map(([field, text]) => ({ field, text })),
  }
  return judge(reading, { ...known, ...more }).map(({ rule }) => rule)
}

test('MO-15 of a planted set the rules find at least 95%, and raise a false alarm in at most 1% of what is sound', () => {
  const found = planted.bad.filter(({ rule, ...texts }) => rulesOf(texts).includes(rule))
  const missed = planted.bad.filter((one) => !found.includes(one))
  expect(found.length / planted.bad.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.95)
  const alarms = planted.sound.filter((texts) => rulesOf(texts).length > 0)
  expect(alarms.length / planted.sound.length, JSON.stringify(alarms)).toBeLessThanOrEqual(0.01)
})

test('A§5 a domain is found however it is written, in any text, and what lies below one that is listed is it as well', () => {
  expect(domainsIn('see https://www.Evil.example/path, or mail.good.example. v1.2')).toEqual([
    'evil.example',
    'good.example',
  ])
  for (const text of [
    'evil[.]example',
    'evil (dot) example',
    'ev\u200bil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  ])
    expect(domainsIn(text)).toEqual(['evil.example'])
  for (const field of ['name', 'description', 'external_url', 'image', 'metadata', 'trait'])
    expect(rulesOf({ [field]: 'https://a.b.free-mint.example/x' })).toEqual(['blacklisted_domain'])
  expect(rulesOf({ description: 'https://not-free-mint.example' })).toEqual([])
  expect([...instantRules]).toEqual(['blacklisted_domain'])
})

test('MO-15 markup is found as it is written and as entities, and told apart by what runs', () => {
  const one = (text: string, field = 'description') => markupIn([{ field, text }])
  expect(one('<b>bold</b>')).toMatchObject({ runs: false })
  expect(one('&lt;img src=x onerror=alert(1)&gt;')).toMatchObject({ runs: true })
  expect(one('&#x6a;avascript:alert(1)', 'external_url')).toMatchObject({ runs: true })
  for (const sound of ['I <3 you', 'a < b and c > d', '<Rare> edition', '[rare] (one of ten)', 'on = off'])
    expect(one(sound)).toBeUndefined()
})

test('MO-15 what is issued itself imitates nobody', () => {
  expect(rulesOf({ collection: 'Siam Betta' })).toEqual(['imitated_name'])
  expect(rulesOf({ collection: 'Siam Betta' }, { isIssued: true })).toEqual([])
})

test('MO-15 a picture near to that of an issuer is a copy, and surer the nearer it is', () => {
  const reading = { collectionName: '', texts: [] }
  const at = (distance: number) => judge(reading, { ...known, near: { name: 'Ruby', distance } })
  expect(at(0)).toMatchObject([{ rule: 'copied_picture', confidence: 1, evidence: { like: 'Ruby' } }])
  expect(at(40)).toMatchObject([{ confidence: 0.5, evidence: { distance: 40 } }])
  expect(at(41)).toEqual([])
})
