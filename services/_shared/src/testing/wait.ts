/**
 * How long a test waits for what is sure to come: only what never comes takes so long, also on a machine that is busy with
 * something else. A test itself may take longer (`testTimeout`), so that the wait tells what was missing.
 */
const PATIENCE_MS = 60_000
const LOOK_MS = 10

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
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
