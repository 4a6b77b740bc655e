/** A source of numbers in [0, 1) that always gives the same sequence for the same seed. */
export type Random = () => number

/**
 * Makes the source for one picture. Pictures are drawn again on every request, so nothing in them may depend
 * on the clock or on Math.random.
 */
export function randomFrom(seed: string): Random {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number between `low` and `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** The numbers 0 … count-1, to map over. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
