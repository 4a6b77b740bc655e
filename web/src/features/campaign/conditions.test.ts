import { expect, test } from 'vitest'
import { conditionWords, numbersOf } from './conditions.ts'

const say = ({ key, values }: Parameters<Parameters<typeof conditionWords>[2]>[0]) =>
  values === undefined ? key : `${key}[${Object.values(values).filter(Boolean).join(' ')}]`
const words = (condition: unknown) => conditionWords(condition, 'en', say)

test('CA-26 a condition is said leaf by leaf, with brackets around what is joined otherwise', () => {
  expect(words({ trait: 'สี · Colour', op: 'in', value: ['แดง · Red', 'Blue'] })).toBe(
    'trait.in[Colour Red, Blue Red Blue]',
  )
  expect(words({ trait: 'Level', op: 'between', value: [1, 5] })).toContain('1 5')
  expect(words({ trait: 'Level', op: 'exists', value: false })).toBe('trait.lacks[Level]')
  const level = { trait: 'Level', op: 'exists', value: true }
  expect(words({ all: [level, { any: [level, { not: level }] }] })).toBe(
    'trait.has[Level] trait.and (trait.has[Level] trait.or (trait.not[trait.has[Level]]))',
  )
  expect(words({ made: 'up' })).toBe('')
})

test('CA-24 CA-25 says the number, or the first ranges of numbers', () => {
  const way = { slotId: 's', tag: 't', type: 'vnft' as const }
  expect(numbersOf(way)).toBeUndefined()
  expect(numbersOf({ ...way, tokenId: '7' })).toEqual({ text: '7', isMore: false })
  expect(numbersOf({ ...way, tokenId: '7', displayTokenId: '007' })?.text).toBe('007')
  const tokenRanges = [
    ['1', '9'],
    ['12', '12'],
    ['20', '30'],
    ['40', '41'],
  ]
  expect(numbersOf({ ...way, tokenRanges })).toEqual({ text: '1–9, 12, 20–30', isMore: true })
})
