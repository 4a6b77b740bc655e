import { z } from 'zod'
import { domainOf } from './domains.ts'

/** AI-22 */
const DAY_MS = 24 * 3_600_000
/** So much of a list may be no domain: with more of it, it is something else. */
const UNREADABLE = 0.01

/** As lists are published: the sites alone, or beside other settings. */
const wire = z.union([
  z.array(z.string()),
  z.object({ blacklist: z.array(z.string()) }).transform(({ blacklist }) => blacklist),
])

function entriesOf(body: Uint8Array): string[] {
  try {
    return wire.parse(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    throw new Error('the answer is no list of domains')
  }
}

/** AI-22: the domains of a list that was fetched. @throws Error when it must not replace the one before */
export function readList(body: Uint8Array): string[] {
  const entries = entriesOf(body)
  const domains = entries.map(domainOf).filter((one) => one !== undefined)
  if (domains.length === 0) throw new Error('the list names no domain')
  const unreadable = entries.length - domains.length
  if (unreadable > entries.length * UNREADABLE)
    throw new Error(`${unreadable} of ${entries.length} entries of the list are no domains`)
  return [...new Set(domains)]
}

/** AI-22: whether the list is to be fetched: once a day, and at once from an address that is new. */
export function isDue(
  known: { url: string; readAt: Date | null } | undefined,
  url: string,
  now: Date,
): boolean {
  if (known?.url !== url || known.readAt === null) return true
  return now.getTime() - known.readAt.getTime() >= DAY_MS
}
