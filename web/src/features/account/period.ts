import type { Period } from './search.ts'

/** Thailand has no summer time. */
const BANGKOK = '+07:00'
const BANGKOK_MS = 7 * 3_600_000
const DAY_MS = 86_400_000

/** Days as `2026-11-21`, both included; an end that is missing is open. */
export type Days = { from?: string | undefined; to?: string | undefined }

/** The day it is in Bangkok. */
export function bangkokDay(now: number): string {
  return new Date(now + BANGKOK_MS).toISOString().slice(0, 10)
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The days of a period; those of `own` are what the person chose. */
export function daysOf(period: Period, own: Days, now: number): Days {
  const today = bangkokDay(now)
  const first = `${today.slice(0, 7)}-01`
  switch (period) {
    case 'all':
      return {}
    case 'month':
      return { from: first }
    case 'lastMonth': {
      const last = dayAfter(first, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'days90':
      return { from: dayAfter(today, -89) }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01` }
    case 'own':
      return own
  }
}

/** The moments that bound some days in Bangkok: from the first on, before the second. */
export function momentsOf({ from, to }: Days): { from?: string; to?: string } {
  const startOf = (day: string) => new Date(`${day}T00:00:00${BANGKOK}`).toISOString()
  return { ...(from && { from: startOf(from) }), ...(to && { to: startOf(dayAfter(to, 1)) }) }
}

/** A moment as a record has it: ISO 8601 with Bangkok's offset, `2026-11-21T17:03:09.120+07:00`. */
export function inBangkok(time: string): string {
  return new Date(Date.parse(time) + BANGKOK_MS).toISOString().replace('Z', BANGKOK)
}
