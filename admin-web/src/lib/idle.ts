/** AW-14: after this long without a hand on the machine the session ends. */
export const IDLE_MS = 30 * 60_000
/** How long before that it is said. */
export const WARNING_MS = 2 * 60_000

export type Idle = 'active' | 'warning' | 'over'

/** What an absence means. @param lastSeenMs when somebody last used any tab of the app */
export function idleAt(lastSeenMs: number, nowMs: number): Idle {
  const away = nowMs - lastSeenMs
  if (away >= IDLE_MS) return 'over'
  return away >= IDLE_MS - WARNING_MS ? 'warning' : 'active'
}
