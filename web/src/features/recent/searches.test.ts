import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSearches, recentSearches, rememberSearch } from './searches.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
})

test('The last searches are kept, each once, the newest first', () => {
  for (const words of ['betta', 'lantern', ' Betta ', 'a', 'b', 'c', '  ']) rememberSearch(words)
  expect(recentSearches()).toEqual(['c', 'b', 'a', 'Betta', 'lantern'])
  forgetSearches()
  expect(recentSearches()).toEqual([])
})

test('What others wrote into the storage is not shown', () => {
  kept.set('talad.my.searches', '{"no":"list"}')
  expect(recentSearches()).toEqual([])
})
