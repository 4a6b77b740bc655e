import { setTimeout as delay } from 'node:timers/promises'

/** Does something again that a person would do again, whatever they were told. */
export async function insist<T>(work: () => Promise<T>, withinMs = 300_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(500)
    }
  }
}

const LOOK_MS = 300

/** Looks until there is something, as seldom as a person would. @throws Error with `what` after that time */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs: number,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`)
    await delay(LOOK_MS)
  }
}
