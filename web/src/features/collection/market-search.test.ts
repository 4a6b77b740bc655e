import { expect, test } from 'vitest'
import { marketFilterOf, marketSearch, toggleCollection } from './market-search.ts'

test('WB-5 the address of the results says what is searched for and filtered; what can not be read is left out', () => {
  expect(
    marketSearch.parse({ q: ' โคม ', c: ['lanna'], from: '20', currency: 'usd', status: 'gone' }),
  ).toEqual({
    ...{ q: 'โคม', c: ['lanna'], from: '20' },
  })
})

test('AI-17 what fits best comes first, until an order is chosen', () => {
  expect(marketFilterOf({ q: 'โคม' })).toMatchObject({ words: 'โคม' })
  expect(marketFilterOf({ q: 'โคม' })).not.toHaveProperty('sort')
  expect(marketFilterOf({ q: 'โคม', sort: 'newest' })).toMatchObject({ sort: 'lt', direction: 'd' })
  expect(marketFilterOf({ q: 'x' }).words).toBeUndefined()
  expect(marketFilterOf({ c: ['a', 'b'] })).toMatchObject({ collection: 'a,b', sort: 'sp' })
})

test('A collection is taken in and out, and traits of the former choice go', () => {
  const one = toggleCollection({ q: 'a', tr: [{ key: 'Fin', value: 'Long' }] }, 'lanna')
  expect(one).toEqual({ q: 'a', c: ['lanna'], tr: undefined })
  expect(toggleCollection(one, 'lanna').c).toBeUndefined()
})
