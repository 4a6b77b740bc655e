import type { TraitConfig } from '@talad/proto/http/asset-indexer/collection-admin'
import { expect, test } from 'vitest'
import type { Attribute } from './attribute.ts'
import { traitReader } from './derive.ts'

const given = (key: string, value: string, number: string | null = null): Attribute => ({
  key,
  value,
  number,
  displayType: null,
})
const way = (key: string, more: Partial<TraitConfig> = {}): TraitConfig => ({
  key,
  ignore: false,
  star: false,
  transform: 'none',
  rules: [],
  ...more,
})
const valuesOf = (text: string, config: Partial<TraitConfig>) =>
  traitReader([way('Level', config)])([given('Level', text)]).attributes.map(({ value, number }) => [
    value,
    number,
  ])

test('AI-10 a text stays as it is, its first number or every number is taken, and what has none is dropped and counted', () => {
  expect(valuesOf('Lv 12 of 50', {})).toEqual([['Lv 12 of 50', null]])
  expect(valuesOf('Lv 12 of 50', { transform: 'num' })).toEqual([['12', '12']])
  expect(valuesOf('3, 5, 7 and 5', { transform: 'nums' })).toEqual([
    ['3', '3'],
    ['5', '5'],
    ['7', '7'],
  ])
  const read = traitReader([way('level', { transform: 'num' }), way('size', { transform: 'nums' })])
  expect(read([given('Level', 'high'), given('Size', '?'), given('Hat', 'red')])).toEqual({
    attributes: [{ ...given('Hat', 'red'), original: null, star: false }],
    dropped: ['Level', 'Size'],
  })
})

test('AI-10 a key is left out or starred in any case of its letters, at most four are starred, and none is named twice', () => {
  const read = traitReader([way('HAT', { ignore: true }), way('level', { star: true })])
  expect(read([given('Hat', 'red'), given('Level', '1', '1')]).attributes).toEqual([
    { ...given('Level', '1', '1'), original: null, star: true },
  ])
  const stars = (n: number) => Array.from({ length: n }, (_, i) => way(`k${i}`, { star: true }))
  expect(() => traitReader(stars(4))).not.toThrow()
  expect(() => traitReader(stars(5))).toThrow(
    expect.objectContaining({ code: 'VALIDATION', field: 'configs.4.star' }),
  )
  expect(() => traitReader([way('Hat'), way('hat')])).toThrow(
    expect.objectContaining({ code: 'VALIDATION', field: 'configs.1.key' }),
  )
})

test('AI-10 what the maker wrote is kept beside what is read of it', () => {
  const originals = (text: string, config: Partial<TraitConfig>) =>
    traitReader([way('Level', config)])([given('Level', text)]).attributes.map((one) => one.original)
  expect(originals('Lv 12', {})).toEqual([null])
  expect(originals('12', { transform: 'num' })).toEqual([null])
  expect(originals('Lv 12', { transform: 'num' })).toEqual(['Lv 12'])
  expect(originals('3, 5', { transform: 'nums' })).toEqual(['3, 5', '3, 5'])
  expect(originals('Lv 12', { rules: [{ match: '^Lv ', replace: '' }] })).toEqual(['Lv 12'])
})

test('AI-10 rules replace one after the other before the transform, and a pattern that is none is refused by its place', () => {
  const rules = [
    { match: '(?i)^level\\s+', replace: '' },
    { match: '^(\\d+)/(\\d+)$', replace: '$2' },
  ]
  expect(valuesOf('LEVEL 12/50', { rules })).toEqual([['50', null]])
  expect(valuesOf('LEVEL 12/50', { rules, transform: 'num' })).toEqual([['50', '50']])
  expect(valuesOf('gone', { rules: [{ match: '.*', replace: '' }] })).toEqual([])
  for (const match of ['(a', '(?=a)', '((a{100}){100}){100}'])
    expect(() => traitReader([way('x'), way('y', { rules: [{ match, replace: '' }] })])).toThrow(
      expect.objectContaining({ code: 'INVALID_PATTERN', field: 'configs.1.rules.0.match' }),
    )
})

test('AI-10 no pattern takes longer than the text is long', () => {
  const began = performance.now()
  expect(valuesOf('a'.repeat(200), { rules: [{ match: '^(a+)+$|(a|a)*b', replace: 'x' }] })).toEqual([
    ['x', null],
  ])
  expect(valuesOf(`${'a'.repeat(199)}!`, { rules: [{ match: '^(a+)+$', replace: 'x' }] })[0]?.[0]).toMatch(
    /^a+!$/,
  )
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('numbers are read as people write them: signs, thousands, fractions, Thai digits, zeros before and after', () => {
  const num = (text: string) => valuesOf(text, { transform: 'num' })[0]?.[0]
  expect(num('-7 °C')).toBe('-7')
  expect(num('A-12')).toBe('12')
  expect(num('1,234.50 บาท')).toBe('1234.5')
  expect(num('ระดับ ๑๒')).toBe('12')
  expect(num('#007')).toBe('7')
  expect(num('-0.0')).toBe('0')
})
