/**
 * GW-10: the Idempotency-Key of what is sent: the same for the same again, another once any of it has changed.
 * @param key of the window or button that sends it
 * @returns at most 8 characters more
 */
export function requestKey(key: string, body: unknown): string {
  let hash = 0x811c9dc5 // FNV-1a
  for (const letter of JSON.stringify(body ?? null))
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return `${key}-${hash.toString(36)}`
}
