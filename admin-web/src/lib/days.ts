const OFFSET = '+07:00'
const OFFSET_MS = 7 * 3_600_000
const DAY_MS = 86_400_000

/** AW-11: the day of a moment in Thailand (UTC+7): `2026-11-22`. */
export function bangkokDay(timeMs: number): string {
  return new Date(timeMs + OFFSET_MS).toISOString().slice(0, 10)
}

/** AW-11: a moment in Thailand, as spreadsheets order it: `2026-11-22 17:03:09`. */
export function bangkokTime(time: string): string {
  return new Date(Date.parse(time) + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** AW-11: the moment at which a day begins in Thailand, as the calls take it; undefined for what is no day. */
export function beginOfDay(day: string | undefined): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const moment = new Date(`${day}T00:00:00${OFFSET}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** AW-11: the moment at which a day ends in Thailand: the first of the next one. */
export function endOfDay(day: string | undefined): string | undefined {
  const begin = beginOfDay(day)
  return begin && new Date(Date.parse(begin) + DAY_MS).toISOString()
}
