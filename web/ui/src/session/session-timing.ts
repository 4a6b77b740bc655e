const ACCESS_LEFT = 0.02
const REFRESH_LEFT = 0.1
/** A browser's timer takes at most 2^31−1 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Times in milliseconds of the server's clock. */
export type SessionTimes = {
  access: { issuedAt: number; expiresAt: number }
  refresh: { issuedAt: number; expiresAt: number }
}

function dueAt({ issuedAt, expiresAt }: { issuedAt: number; expiresAt: number }, left: number): number {
  return expiresAt - (expiresAt - issuedAt) * left
}

/**
 * ID-5: a half refresh when 2% of the access token's life is left, a full one when 10% of the refresh token's is.
 * `now` is on the server's clock (ID-7).
 */
export function refreshDue(times: SessionTimes, now: number): 'full' | 'half' | undefined {
  if (now >= dueAt(times.refresh, REFRESH_LEFT)) return 'full'
  if (now >= dueAt(times.access, ACCESS_LEFT)) return 'half'
  return undefined
}

/** How long to wait from `now` until the next refresh is due; never below zero. */
export function untilRefresh(times: SessionTimes, now: number): number {
  const next = Math.min(dueAt(times.refresh, REFRESH_LEFT), dueAt(times.access, ACCESS_LEFT))
  return Math.min(LONGEST_TIMER_MS, Math.max(0, next - now))
}

/** ID-7: what to add to this machine's clock to get the server's. */
export function clockOffset(serverTime: string, localNow: number): number {
  return Date.parse(serverTime) - localNow
}
