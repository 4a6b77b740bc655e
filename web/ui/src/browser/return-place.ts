import { z } from 'zod'
import { stored } from './storage.ts'

const place = stored(
  'talad.return',
  // A path of this site: a link to elsewhere must not get in here.
  z.string().regex(/^\/(?![/\\])/),
  () => window.sessionStorage,
)

let taken: string | undefined

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

/** Where they were, or the home page; until the next sign-in, since a page may be drawn anew while it leads there. */
export function takePlace(): string {
  taken = place.read() ?? taken ?? '/'
  place.clear()
  return taken
}
