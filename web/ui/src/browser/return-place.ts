import { z } from 'zod'
import { stored } from './storage.ts'

const place = stored(
  'talad.return',
  // A path of this site: a link to elsewhere must not get in here.
  z.string().regex(/^\/(?![/\\])/),
  () => window.sessionStorage,
)

/** Whether the page that is open is on the way in. */
export function isSigningIn(): boolean {
  return /^\/(auth(?!\/hand-over)|login|sign-in)(\/|$)/.test(window.location.pathname)
}

/**
 * WB-4: remembers where a person was, to bring them back after they signed in. The home page is where they are brought
 * anyway, and where an ended session leaves them: it doesn't take the place of another one.
 */
export function rememberPlace(): void {
  const { pathname, search } = window.location
  taken = undefined
  if (pathname === '/') return
  if (!isSigningIn()) place.write(pathname + search)
}

const ON_THE_WAY_MS = 10_000
let taken: { place: string; at: number } | undefined

/** Where they were, once; the home page otherwise. A page that is drawn anew while it leads there is told the same. */
export function takePlace(now = performance.now()): string {
  const before = taken !== undefined && now - taken.at < ON_THE_WAY_MS ? taken.place : undefined
  const found = place.read() ?? before ?? '/'
  place.clear()
  taken = { place: found, at: now }
  return found
}
