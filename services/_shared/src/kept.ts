import { z } from 'zod'
import type { Clock } from './clock.ts'

/** `COUNTS_KEPT_MS` of services that keep counts. */
export const countsKeptSetting = z.coerce
  .number()
  .int()
  .min(0)
  .max(60_000)
  .default(5_000)
  .describe(
    'how long totals and counts of facets that take long are told before they are counted anew; they are never older than twice that; 0: counted each time',
  )

/** Asks, or tells what was answered to the same a moment ago. */
export type Kept<T> = (key: string, ask: () => Promise<T>) => Promise<T>

type Entry<T> = {
  answer?: { value: T; asked: number }
  underWay?: Promise<T>
}

/** What is quicker than this is asked each time. */
const SLOW_MS = 10
const MOST = 1_000

/**
 * Keeps answers that take long, such as counts of much. Of all who ask the same at once one question goes out. An answer
 * is told for `forMs`; once it is older the next who asks has it asked anew, and is told it still, as are all others until
 * the new one is there or it is twice as old. So nobody is told what was true longer ago than that.
 * @param options `forMs`: 0 keeps nothing. `most`: so many questions; the one that was asked anew longest ago goes
 */
export function cacheSlow<T>({
  now,
  forMs,
  most = MOST,
}: {
  now: Clock
  forMs: number
  most?: number
}): Kept<T> {
  const entries = new Map<string, Entry<T>>()
  if (forMs === 0) return (_key, ask) => ask()

  const isIn = (key: string, entry: Entry<T>) => entries.get(key) === entry

  async function answer(key: string, entry: Entry<T>, ask: () => Promise<T>): Promise<T> {
    const asked = now().getTime()
    try {
      const value = await Promise.resolve().then(ask)
      entry.answer = { value, asked }
      if (isIn(key, entry) && now().getTime() - asked < SLOW_MS) entries.delete(key)
      return value
    } catch (error) {
      if (isIn(key, entry) && !entry.answer) entries.delete(key)
      throw error
    } finally {
      delete entry.underWay
    }
  }

  function begin(key: string, entry: Entry<T>, ask: () => Promise<T>): Promise<T> {
    entries.delete(key)
    entries.set(key, entry) // behind all others
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    entry.underWay = answer(key, entry, ask)
    return entry.underWay
  }

  return (key, ask) => {
    const entry = entries.get(key) ?? {}
    const age = entry.answer ? now().getTime() - entry.answer.asked : Number.POSITIVE_INFINITY
    if (entry.answer && age < forMs) return Promise.resolve(entry.answer.value)
    const underWay = entry.underWay ?? begin(key, entry, ask)
    if (!entry.answer || age >= 2 * forMs) return underWay
    underWay.catch(() => undefined) // it is asked again by the next
    return Promise.resolve(entry.answer.value)
  }
}
