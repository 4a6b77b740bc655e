const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
/** SP-20: after 1, 3, 5, 10, 20 min, then each hour until a day has passed. */
const FIRST_INQUIRIES_MS = [1 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE]
const GIVE_UP_MS = 24 * HOUR
/** SP-20: the provider is asked about one payment at most so often. */
export const BETWEEN_MS = 5_000

/** SP-20: when to ask next. */
export function nextInquiry(openedAt: Date, now: Date): Date {
  const age = now.getTime() - openedAt.getTime()
  const early = FIRST_INQUIRIES_MS.find((after) => after > age)
  return new Date(early === undefined ? now.getTime() + HOUR : openedAt.getTime() + early)
}

const THAI_MS = 7 * HOUR

/** Whether two moments are on one day in Thailand, which has no daylight saving. */
export function isSameDay(one: Date, other: Date): boolean {
  const dayOf = (at: Date) => new Date(at.getTime() + THAI_MS).toISOString().slice(0, 10)
  return dayOf(one) === dayOf(other)
}

/** SP-20: a day without a final word is long enough. */
export function isOverdue(openedAt: Date, now: Date): boolean {
  return now.getTime() - openedAt.getTime() >= GIVE_UP_MS
}

/** SP-16: the top-up's id (24 hex) as 20 upper-case base36 characters. */
export function orderNoOf(topupId: string): string {
  return BigInt(`0x${topupId}`).toString(36).toUpperCase().padStart(20, '0')
}
