const MINUTE_MS = 60_000
const SAME_MS = 10 * MINUTE_MS
/** Of one gateway; a fault of a release comes from everybody at once. */
const MOST_A_MINUTE = 60
const MOST_KNOWN = 1_000

/** Lets a fault through that wasn't told of lately, and no more of all than a collector bears. */
export function createSieve(now: () => Date): (key: string) => boolean {
  const known = new Map<string, number>()
  let minute = 0
  let passed = 0
  return (key) => {
    const at = now().getTime()
    if (at - minute >= MINUTE_MS) {
      minute = at
      passed = 0
    }
    const before = known.get(key)
    if (before !== undefined && at - before < SAME_MS) return false
    if (passed >= MOST_A_MINUTE) return false
    passed += 1
    known.delete(key)
    known.set(key, at)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return true
  }
}
