import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './address-bar.ts'

test('WB-5 lists of texts are written with commas between them, lists of things by their fields', () => {
  const address = stringifySearch({ c: ['lanna', 'betta'], tr: [{ key: 'A', value: 'b' }], from: undefined })
  expect(address).toBe('?c=lanna,betta&tr[0][key]=A&tr[0][value]=b')
  expect(parseSearch(address)).toEqual({ c: 'lanna,betta', tr: [{ key: 'A', value: 'b' }] })
})
