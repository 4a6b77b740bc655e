import { expect, test } from 'vitest'
import { judge } from './testing/judge.ts'

// the tables of cases kill most mutants; each costs as many cases as these
const CASES = process.env.MUTATE_TESTS ? 300 : 2_000

test('CA-21 CA-22 CA-23 CA-26 CA-27 CA-29 CA-39 what is decided is what brute force says', () => {
  const seen = judge(CASES)
  if (CASES < 2_000) return
  // the cases are of all kinds: each outcome, state and reason comes
  for (const [what, least] of [
    ['met', 100],
    ['unmet', 100],
    ['unchecked', 100],
    ['unsupplied', 1],
    ['connect', 10],
    ['have', 100],
    ['token_used', 10],
    ['token_suspended', 10],
    ['token_not_owned', 10],
  ] as const)
    expect([what, seen.get(what) ?? 0]).toEqual([what, expect.toSatisfy((count) => count >= least)])
})
