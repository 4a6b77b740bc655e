/** CA-69: when a code may be used, and what is counted of it. Durations are seconds; what is absent is no bound. */
export type MetaTimer = {
  limit?: number | undefined
  activeStart?: Date | undefined
  activeEnd?: Date | undefined
  age?: number | undefined
  cooldown?: number | undefined
  /** when the code was assigned, or the token granted */
  ageStart?: Date | undefined
  useCount: number
  lastUsed?: Date | undefined
  /** until when uses hold it that are not decided yet; a use is not held up by its own */
  pending?: readonly Date[] | undefined
}

/** Why a code can't be used now. `pending`: it may be free again, when the use that holds it fails. */
export type CouponReason = 'not_started' | 'ended' | 'aged' | 'exhausted' | 'pending' | 'cooling_down'
export type Refusal = { reason: CouponReason; retryAt?: Date }

const after = (start: Date, seconds: number) => start.getTime() + seconds * 1_000

/** When enough of the uses that hold a level have ended for one more; in the past, where there is room now. */
function held({ limit = Infinity, cooldown, useCount, pending = [] }: MetaTimer): number | undefined {
  const ends = pending.map((end) => end.getTime()).sort((a, b) => a - b)
  // after each use it rests: while one is not decided there is no other
  return ends[ends.length - (cooldown === undefined ? limit - useCount : 1)]
}

type Check = {
  reason: CouponReason
  /** whether a level is against a use, and until when: for ever, where that is Infinity; undefined where it isn't */
  until: (level: MetaTimer, now: number) => number | undefined
}

/** CA-70: in this order. */
const CHECKS: readonly Check[] = [
  { reason: 'not_started', until: ({ activeStart }) => activeStart?.getTime() },
  {
    reason: 'ended',
    until: ({ activeEnd }, now) => (activeEnd && activeEnd.getTime() <= now ? Infinity : undefined),
  },
  {
    reason: 'aged',
    until: ({ age, ageStart }, now) =>
      age !== undefined && ageStart && after(ageStart, age) <= now ? Infinity : undefined,
  },
  {
    reason: 'exhausted',
    until: ({ limit, useCount }) => (limit !== undefined && useCount >= limit ? Infinity : undefined),
  },
  { reason: 'pending', until: held },
  {
    reason: 'cooling_down',
    until: ({ cooldown, lastUsed }) =>
      cooldown !== undefined && lastUsed ? after(lastUsed, cooldown) : undefined,
  },
]

/**
 * CA-69 to CA-71: whether a code may be used now, as far as time and uses go.
 * @param levels of the payload, of the pool with what is used of all its codes, of the code itself: all of them must agree
 * @returns the first reason against it, of any level, and when the last of those levels agrees
 */
export function decide(levels: readonly MetaTimer[], now: Date): Refusal | undefined {
  for (const { reason, until } of CHECKS) {
    const against = levels.map((level) => until(level, now.getTime()) ?? -Infinity)
    const last = Math.max(...against)
    if (last > now.getTime()) return last === Infinity ? { reason } : { reason, retryAt: new Date(last) }
  }
  return undefined
}
