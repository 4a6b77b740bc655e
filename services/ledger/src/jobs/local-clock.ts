import { dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'

const MINUTE_MS = 60_000

/** The next time that a clock in Thailand shows so many minutes after midnight. */
export function nextAt(minutes: number, now: Date): Date {
  const on = (day: string) => new Date(startOfDay(day).getTime() + minutes * MINUTE_MS)
  const today = on(dayOf(now))
  return today > now ? today : on(dayAfter(dayOf(now)))
}
