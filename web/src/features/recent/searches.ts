import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'

const MOST = 5
const LONGEST = 100
const kept = stored(
  'talad.my.searches',
  z.array(z.string().min(1).max(LONGEST)).max(MOST),
  () => window.localStorage,
)

/** What was searched for in this browser and led to something, the last first. */
export function recentSearches(): string[] {
  return kept.read() ?? []
}

/** Notes a search. It stays in this browser. */
export function rememberSearch(words: string): void {
  const text = words.trim().slice(0, LONGEST)
  if (text === '') return
  const others = recentSearches().filter((known) => known.toLowerCase() !== text.toLowerCase())
  kept.write([text, ...others].slice(0, MOST))
}

export function forgetSearches(): void {
  kept.clear()
}
