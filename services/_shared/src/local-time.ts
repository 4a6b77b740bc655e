const HOUR_MS = 60 * 60 * 1_000
export const DAY_MS = 24 * HOUR_MS
/** UTC+7: the days and months of accounts are those of Thailand, which has no summer time. */
export const BANGKOK = 7

/** Milliseconds of a moment as a clock in this zone shows it. */
function shifted(at: Date, timezone: number): Date {
  return new Date(at.getTime() + timezone * HOUR_MS)
}

/** The local day of a moment: `2026-11-22`. */
export function dayOf(at: Date, timezone = BANGKOK): string {
  return shifted(at, timezone).toISOString().slice(0, 10)
}

/** When a local day begins. */
export function startOfDay(day: string, timezone = BANGKOK): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - timezone * HOUR_MS)
}

/** The day after so many days. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** When a local month (`2026-11`) begins, and when the next one does. */
export function monthOf(month: string, timezone = BANGKOK): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { from: startOfDay(`${month}-01`, timezone), until: startOfDay(next, timezone) }
}

/** `2026-11-22 14:03:05` in Thailand. */
export function bangkokTime(at: Date): string {
  return shifted(at, BANGKOK).toISOString().slice(0, 19).replace('T', ' ')
}
