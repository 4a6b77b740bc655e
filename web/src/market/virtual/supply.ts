/** How many there may be of something, are, and are promised. */
export type Counted = {
  mint_limit: number | null
  mint_count: number
  mint_reserve: number
  archived: boolean
}

const leftOf = ({ mint_limit: limit, mint_count: count, mint_reserve: reserve, archived }: Counted) => {
  if (archived) return 0
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - count - reserve)
}

/**
 * How many more there may be: no level may have more than its own limit (CA-49), and there is nothing new of what is
 * archived (CA-17). null: without an end.
 */
export function left(...levels: readonly Counted[]): number | null {
  const least = Math.min(...levels.map(leftOf))
  return Number.isFinite(least) ? least : null
}
