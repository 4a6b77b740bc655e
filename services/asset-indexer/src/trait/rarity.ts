/** AI-11: up to five values, or values without a number, are offered one by one; else a range. */
export function traitKind(values: number, min: number | null): 'choice' | 'range' {
  return values <= 5 || min === null ? 'choice' : 'range'
}

/**
 * AI-12: how rare a value is in its collection.
 * @param count assets that have it; 0 while the counts are still being worked out
 * @returns percent of the collection, and 100 / percent; both 0 without a count; two decimals
 */
export function rarityOf(count: number, items: number): { percent: number; rarity: number } {
  if (count <= 0 || items <= 0) return { percent: 0, rarity: 0 }
  const share = Math.min(1, count / items)
  return { percent: Math.round(share * 10_000) / 100, rarity: Math.round(100 / share) / 100 }
}
