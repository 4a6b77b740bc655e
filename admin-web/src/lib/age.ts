import { formatDistance, formatSince } from '@talad/ui/format/dates'

/** By so much the clock of a service may be ahead of this one. */
const AHEAD_MS = 60_000

/** How long ago something was, or in how long it will be: an end, the next try. */
export function ageOf(at: string, now: number, language: string): string {
  const time = Date.parse(at)
  return time > now + AHEAD_MS ? formatDistance(time, now, language) : formatSince(time, now, language)
}
