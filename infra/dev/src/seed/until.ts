const POLL_MS = 200
const WITHIN_MS = 60_000

/** Looks until something is there. @throws Error after a minute */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
