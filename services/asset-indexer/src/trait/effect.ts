import type { Derived } from './derive.ts'
import { foldTrait } from './fold.ts'
import { traitKind } from './rarity.ts'

export type KeyEffect = {
  key: string
  kind: 'choice' | 'range' | null
  values: number
  min: number | null
  max: number | null
  dropped: number
  star: boolean
}

type Gathered = { key: string; values: Set<string>; numbers: number[]; dropped: number; star: boolean }

/** What filters would offer of these assets, key by key; also those of which nothing is left. */
export function effectOf(
  assets: readonly { given: readonly { key: string }[]; read: Derived }[],
): KeyEffect[] {
  const keys = new Map<string, Gathered>()
  const at = (key: string): Gathered => {
    const found = keys.get(foldTrait(key))
    if (found) return found
    const made = { key, values: new Set<string>(), numbers: [], dropped: 0, star: false }
    keys.set(foldTrait(key), made)
    return made
  }
  for (const { given, read } of assets) {
    for (const { key } of given) at(key)
    for (const { key, value, number, star } of read.attributes) {
      const gathered = at(key)
      gathered.values.add(foldTrait(value))
      if (number !== null) gathered.numbers.push(Number(number))
      gathered.star ||= star
    }
    for (const key of read.dropped) at(key).dropped += 1
  }
  return [...keys.values()]
    .map(({ key, values, numbers, dropped, star }) => {
      const min = numbers.length > 0 ? Math.min(...numbers) : null
      const max = numbers.length > 0 ? Math.max(...numbers) : null
      const kind = values.size === 0 ? null : traitKind(values.size, min)
      return { key, kind, values: values.size, min, max, dropped, star }
    })
    .sort((a, b) => a.key.localeCompare(b.key))
}
