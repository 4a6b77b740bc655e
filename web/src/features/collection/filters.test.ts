import { parseSearch, stringifySearch } from '@talad/ui/browser/address-bar'
import { expect, test } from 'vitest'
import {
  activeFilters,
  assetFilterOf,
  type CollectionSearch,
  cleared,
  collectionSearch,
  type Filters,
  familyOf,
  filterQuery,
  filterSearch,
  hasTrait,
  isRange,
  marketFilterOf,
  setRange,
  toggle,
  toggleTrait,
  wordsOf,
} from './filters.ts'

const none: CollectionSearch = {}

test('WB-6 writes one index per trait entry, and valueTo, even empty, for ranges and only for them', () => {
  const search = setRange(toggleTrait(none, 'Colour', 'Red'), 'Level', '1', '5')
  expect(decodeURIComponent(stringifySearch(search))).toBe(
    '?tr[0][key]=Colour&tr[0][value]=Red&tr[1][key]=Level&tr[1][value]=1&tr[1][valueTo]=5',
  )
  expect(stringifySearch(setRange({}, 'Level', '1', ''))).toBe(
    '?tr[0][key]=Level&tr[0][value]=1&tr[0][valueTo]=',
  )
})

test('WB-5 every filter is in the address, and is read back out of it as it was', () => {
  const chosen: Filters = {
    q: 'โคม',
    status: ['listed', 'offered'],
    c: ['lanna', 'betta-2'],
    from: '20',
    to: '90.5',
    currency: ['thb', 'thbk'],
    chain: ['jfin'],
    sort: 'newest',
  }
  const search = setRange(toggleTrait(chosen, 'สี · Colour', 'แดง & ขาว, ดำ'), 'Level', '', '5')
  const address = stringifySearch(search)
  expect(address).toContain('c=lanna,betta-2')
  expect(filterSearch.parse(parseSearch(address))).toEqual(search)
  // what the router passes on is no text any more
  expect(filterSearch.parse(search)).toEqual(search)
})

test('WB-18 no blockchain chosen asks for all that are enabled', () => {
  expect(filterQuery({})).not.toHaveProperty('bc')
  expect(filterSearch.parse({ chain: '' }).chain).toBeUndefined()
  const chosen = toggle<Filters>({}, 'chain', 'kub')
  expect(filterQuery(chosen)).toMatchObject({ bc: 'kub' })
  expect(filterQuery(toggle(chosen, 'chain', 'kub'))).not.toHaveProperty('bc')
})

test('WB-6 takes a value away when it is ticked again', () => {
  const once = toggleTrait(none, 'Colour', 'Red')
  expect(hasTrait(once, 'Colour', 'Red')).toBe(true)
  expect(toggleTrait(once, 'Colour', 'Red').tr).toBeUndefined()
})

test('WB-5 leaves out of an address what can not be read, and keeps the rest', () => {
  const search = collectionSearch.parse({ status: 'x', from: 'abc', sort: 'newest', tr: 'nonsense' })
  expect(search).toEqual({ sort: 'newest' })
  const range = (value: string) => collectionSearch.parse({ tr: [{ key: 'Level', value, valueTo: '' }] }).tr
  expect([range('5-3'), range('-5.5')?.length]).toEqual([undefined, 1])
  expect(filterSearch.parse({ q: ' โคม ', c: '', currency: ['x'.repeat(30)], status: 'listed' })).toEqual({
    q: 'โคม',
    status: ['listed'],
  })
})

test('WB-5 counts the filters that are on, and clears them all but for words and order', () => {
  expect(activeFilters({})).toBe(0)
  const all = toggleTrait<Filters>(
    { status: ['listed'], from: '1', to: '2', c: ['a', 'b'], currency: ['thb'], chain: ['kub'], q: 'x' },
    ...(['a', 'b'] as const),
  )
  expect(activeFilters(all)).toBe(7)
  expect(activeFilters(cleared(all))).toBe(0)
  expect(cleared({ ...all, sort: 'sold' })).toMatchObject({ q: 'x', sort: 'sold' })
})

test('WB-6 asks the indexer with the same entries', () => {
  const { query } = assetFilterOf('c', setRange(none, 'Level', '1', ''))
  expect(query).toEqual({ 'tr[0][key]': 'Level', 'tr[0][value]': '1', 'tr[0][valueTo]': '' })
})

test('Lists and counts ask with every filter of the address', () => {
  expect(filterQuery({})).toEqual({})
  const search: Filters = {
    status: ['listed', 'offered'],
    to: '50',
    c: ['a', 'b'],
    chain: ['kub'],
    q: 'โคม',
    tr: [{ key: 'Fin', value: 'Long' }],
  }
  expect(filterQuery(search)).toEqual({
    co: 'li,of',
    vt: '50',
    cv: 'thb',
    cl: 'a,b',
    bc: 'kub',
    q: 'โคม',
    'tr[0][key]': 'Fin',
    'tr[0][value]': 'Long',
  })
  expect(filterQuery({ q: 'x' })).toEqual({})
})

test('OB-37 prices are in JFIN where nothing else is asked for, and in baht otherwise', () => {
  expect(familyOf({})).toBe('thb')
  expect(familyOf({ currency: ['jfin'] })).toBe('jfin')
  expect(familyOf({ currency: ['jfin', 'thb'] })).toBe('thb')
  expect(filterQuery({ currency: ['jfin'] })).toEqual({ cu: 'jfin', cv: 'jfin' })
})

test('AI-17 what fits best comes first, until an order is chosen', () => {
  expect(marketFilterOf({ q: 'โคม' })).not.toHaveProperty('sort')
  expect(marketFilterOf({ q: 'โคม', sort: 'newest' })).toMatchObject({ sort: 'lt', direction: 'd' })
  expect(marketFilterOf({ c: ['a', 'b'] })).toMatchObject({ sort: 'sp' })
})

test('AI-17 one letter is no search: the whole market is shown as such, in its usual order', () => {
  expect(wordsOf({ q: '๗' })).toBeUndefined()
  expect(wordsOf({ q: ' ๗ ' })).toBeUndefined()
  expect(marketFilterOf({ q: '๗' })).toMatchObject({ query: {}, sort: 'sp' })
  expect(wordsOf({ q: '#7' })).toBe('#7')
})

test('A collection is taken in and out, and traits of the former choice go', () => {
  const start: Filters = { q: 'a', tr: [{ key: 'Fin', value: 'Long' }] }
  const one = toggle(start, 'c', 'lanna')
  expect(one).toEqual({ q: 'a', c: ['lanna'], tr: undefined })
  expect(toggle(one, 'c', 'lanna').c).toBeUndefined()
  expect(toggle(start, 'status', 'listed')).toEqual({ ...start, status: ['listed'] })
})

test('A range may be open at one end, and is refused when its ends are turned round', () => {
  expect(isRange('', '100')).toBe(true)
  expect(isRange('100', '100')).toBe(true)
  expect(isRange('-5', '3')).toBe(true)
  expect(isRange('500', '100')).toBe(false)
  for (const odd of ['5-3', '-', '.', '1.2.3', 'x'])
    expect([isRange(odd, ''), isRange('', odd)]).toEqual([false, false])
})
