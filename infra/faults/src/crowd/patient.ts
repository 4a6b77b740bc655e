import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '@talad/dev/seed/site'
import { FetchError, ResponseError } from '@talad/proto/http/client'
import { newId } from '@talad/shared/ids'

/** What a call is answered while something behind it is away, and asks for nothing but patience. */
const AWAY = new Set([429, 502, 503, 504])
/** The first of two calls with one key has not ended, or died with its process. */
const UNDER_WAY = 'request_in_progress'
const PAUSE_MS = 250

function isAway(error: unknown): boolean {
  if (error instanceof FetchError) return true
  return error instanceof ResponseError && (AWAY.has(error.status) || error.code === UNDER_WAY)
}

/**
 * Calls that go on while services are killed: each is repeated, with the same Idempotency-Key where the endpoint takes
 * one, until there is an answer. Any other answer, a 500 too, comes through as it is.
 * @param forMs how long one call is repeated
 */
export function patientCall(call: Call, forMs: number): Call {
  return async (endpoint, given, about = {}) => {
    const deadline = performance.now() + forMs
    const idempotencyKey = about.idempotencyKey ?? newId(new Date())
    const keyed = endpoint.idempotent === true ? { ...about, idempotencyKey } : about
    for (;;) {
      try {
        return await call(endpoint, given, keyed)
      } catch (error) {
        if (!isAway(error) || performance.now() > deadline) throw error
        await delay(PAUSE_MS)
      }
    }
  }
}

/** Does it again until it stops being answered with one of these codes: what was just done is not known everywhere yet. */
export async function onceKnown<T>(
  codes: readonly string[],
  work: () => Promise<T>,
  withinMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const early = error instanceof ResponseError && codes.includes(error.code)
      if (!early || performance.now() > deadline) throw error
      await delay(PAUSE_MS)
    }
  }
}

const RETRY_MS = 500

/** Does something again that a person would do again, whatever they were answered. */
export async function retry<T>(work: () => Promise<T>, withinMs = 300_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(RETRY_MS)
    }
  }
}

/** Looks until there is something, as seldom as a person would. @throws Error with `what` after that time */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs: number,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`)
    await delay(RETRY_MS)
  }
}

/**
 * Does the same with each item, at most `width` at a time; nothing more begins after a fault.
 * @returns the results in the items' order. @throws the first fault, when what has begun is over
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next
      results[index] = await work(item, index).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, lane))
  for (const end of lanes) if (end.status === 'rejected') throw end.reason
  return results
}
