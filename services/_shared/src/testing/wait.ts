/**
 * How long a test waits for what is sure to come: only what never comes takes so long, also on a machine that is busy with
 * something else. A test itself may take longer (`testTimeout`), so that the wait tells what was missing.
 */
const PATIENCE_MS = 60_000
/** What takes longer is looked at less often, or the looks would slow down what is waited for. */
const LOOK_MS = { first: 10, later: 50 }

/**
 * Waits until `check` gives something other than undefined or false.
 * @param timeoutMs for what may take longer than any other wait; shorter ones only fail on a busy machine
 * @throws Error with `what` after `timeoutMs`
 */
export async function until<T>(
  what: string,
  check: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const since = performance.now()
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    const waitedMs = performance.now() - since
    if (waitedMs > timeoutMs) throw new Error(`timed out waiting until ${what}`)
    const pauseMs = Math.min(LOOK_MS.later, Math.max(LOOK_MS.first, waitedMs / 10))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
