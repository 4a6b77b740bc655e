import { parseSearch, stringifySearch } from '@talad/ui/browser/address-bar'
import { expect, test } from 'vitest'
import {
  activeFilters,
  assetFilterOf,
  collectionSearch,
  hasTrait,
  isRange,
  setRange,
  toggleTrait,
  traitCountsQuery,
} from './filters.ts'

test('WB-6 writes one index per trait entry, and valueTo, even empty, for ranges and only for them', () => {
  const search = setRange(toggleTrait({}, 'Colour', 'Red'), 'Level', '1', '5')
  expect(decodeURIComponent(stringifySearch(search))).toBe(
    '?tr[0][key]=Colour&tr[0][value]=Red&tr[1][key]=Level&tr[1][value]=1&tr[1][valueTo]=5',
  )
  expect(stringifySearch(setRange({}, 'Level', '1', ''))).toBe(
    '?tr[0][key]=Level&tr[0][value]=1&tr[0][valueTo]=',
  )
})

test('WB-6 reads back what it wrote, an open end included', () => {
  const search = setRange(
    toggleTrait({ status: 'listed', from: '20' }, 'สี · Colour', 'แดง & ขาว'),
    'Level',
    '',
    '5',
  )
  expect(collectionSearch.parse(parseSearch(stringifySearch(search)))).toEqual(search)
})

test('WB-6 takes a value away when it is ticked again', () => {
  const once = toggleTrait({}, 'Colour', 'Red')
  expect(hasTrait(once, 'Colour', 'Red')).toBe(true)
  expect(toggleTrait(once, 'Colour', 'Red').tr).toBeUndefined()
})

test('WB-5 leaves out of an address what can not be read, and keeps the rest', () => {
  const search = collectionSearch.parse({ status: 'x', from: 'abc', sort: 'newest', tr: 'nonsense' })
  expect(search).toEqual({ sort: 'newest' })
})

test('WB-5 counts the filters that are on', () => {
  expect(activeFilters({})).toBe(0)
  expect(activeFilters(toggleTrait({ status: 'listed', from: '1', to: '2' }, 'a', 'b'))).toBe(3)
})

test('WB-6 asks the indexer with the same entries', () => {
  const { traits } = assetFilterOf('c', setRange({}, 'Level', '1', ''))
  expect(traits).toEqual({ 'tr[0][key]': 'Level', 'tr[0][value]': '1', 'tr[0][valueTo]': '' })
})

test('The counts of traits follow every filter of the address', () => {
  expect(traitCountsQuery({})).toEqual({})
  expect(traitCountsQuery({ status: 'listed', to: '50', tr: [{ key: 'Fin', value: 'Long' }] })).toEqual({
    ...{ co: 'li', vt: '50', cv: 'thb', 'tr[0][key]': 'Fin', 'tr[0][value]': 'Long' },
  })
})

test('A range may be open at one end, and is refused when its ends are turned round', () => {
  expect(isRange('', '100')).toBe(true)
  expect(isRange('100', '100')).toBe(true)
  expect(isRange('-5', '3')).toBe(true)
  expect(isRange('500', '100')).toBe(false)
})
