/** Thailand has no summer time. */
const OFFSET_MS = 7 * 3_600_000

/** A moment as a field of a browser has it, in the time of Thailand; empty for what is none. */
export function toLocal(ms: number): string {
  const moment = new Date(ms + OFFSET_MS)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 19)
}

/** @returns NaN for what is no moment */
export const fromLocal = (text: string) => Date.parse(`${text}+07:00`)
