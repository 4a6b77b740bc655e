import { createHash, timingSafeEqual } from 'node:crypto'

/** GW-3: from each service that may call to its secrets; two at once while they are rotated. */
export type Callers = Readonly<Record<string, readonly string[]>>

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * GW-3: tells by its secret who calls. Each is compared in constant time and all of them are looked at, so that the time
 * tells nothing.
 * @returns from a secret to the service that it belongs to, or undefined
 */
export function callersByToken(callers: Callers): (token: string | undefined) => string | undefined {
  const known = Object.entries(callers).flatMap(([service, secrets]) =>
    secrets.map((secret) => ({ service, digest: digest(secret) })),
  )
  return (token) => {
    const given = digest(token ?? '')
    const found = known.filter((one) => timingSafeEqual(one.digest, given))
    return token === undefined ? undefined : found[0]?.service
  }
}
