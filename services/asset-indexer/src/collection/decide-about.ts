const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Doubled with each try, up to a day. */
const FIRST_PAUSE_MS = 5 * 60_000

/** When a collection's own words are read again: daily, sooner where their source has failed. @param tries failures in a row */
export function aboutDue(tries: number, now: Date): Date {
  const pause = tries === 0 ? DAY_MS : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), DAY_MS)
  return new Date(now.getTime() + pause)
}
