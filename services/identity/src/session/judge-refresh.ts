/** The family of refresh tokens of one sign-in, as its row says. */
export type Family = {
  generation: number
  rotatedAt: Date | undefined
  expiresAt: Date
  /** when it was last refreshed or begun */
  lastSeenAt: Date
  revokedAt: Date | undefined
}

/** What to do with a refresh token of a family. */
export type Refresh = 'current' | 'repeat' | 'reuse' | 'ended'

const GRACE_MS = 60_000
/** ID-1: a session that nobody uses for so long is over. */
export const IDLE_MS = 14 * 24 * 3600_000

/** ID-1, ID-5: when the newest refresh token of a family ends, unless it is used before. */
export function endOf({ expiresAt, lastSeenAt }: Pick<Family, 'expiresAt' | 'lastSeenAt'>): Date {
  return new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + IDLE_MS))
}

export function isLive(family: Omit<Family, 'generation' | 'rotatedAt'>, now: Date): boolean {
  return family.revokedAt === undefined && now < endOf(family)
}

/**
 * ID-6: judges a refresh token by its generation.
 * @returns `current`: it may be used; `repeat`: it was retired last and within the minute, give the same new pair;
 * `reuse`: it is stolen or badly late, end the family; `ended`: the family is over
 */
export function judgeRefresh(family: Family, generation: number, now: Date): Refresh {
  if (!isLive(family, now)) return 'ended' // ID-11
  if (generation === family.generation) return 'current'
  const { rotatedAt } = family
  const inGrace = rotatedAt !== undefined && now.getTime() < rotatedAt.getTime() + GRACE_MS
  return generation === family.generation - 1 && inGrace ? 'repeat' : 'reuse'
}

/**
 * ID-1, ID-2: when the refresh token ends: after its life, or with the Join session, whichever is first; no access token
 * outlives it, and so `exp ≤ jxp`.
 */
export function refreshExpiry(now: Date, lifeSeconds: number, joinExpiresAt: Date | undefined): Date {
  const end = now.getTime() + lifeSeconds * 1000
  return new Date(joinExpiresAt ? Math.min(end, joinExpiresAt.getTime()) : end)
}

/** ID-1, ID-2: when an access token ends, in whole unix seconds. */
export function accessExpiry(now: Date, lifeSeconds: number, sessionExpiresAt: Date): number {
  const end = Math.floor(now.getTime() / 1000) + lifeSeconds
  return Math.min(end, Math.floor(sessionExpiresAt.getTime() / 1000))
}
