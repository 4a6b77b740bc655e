import { createClient } from '@talad/proto/http/client'
import { myProfile, type Profile } from '@talad/proto/http/identity/profile'
import { fullRefresh, halfRefresh, logout } from '@talad/proto/http/identity/session'
import { source } from '@talad/ui/browser/source'
import { REFRESH_LOCK } from '@talad/ui/session/early-refresh'
import { currentSession, signedIn } from '@talad/ui/session/session'

// no token of the session that is here: the one that came speaks for itself
const client = createClient({ baseUrl: source.origin })

/** Whose a refresh token is; nothing of it is kept yet. */
export async function ownerOf(refreshToken: string, signal: AbortSignal): Promise<Profile> {
  const { tokenPair } = await client(halfRefresh, { body: { refreshToken } }, { signal })
  const asOwner = createClient({ baseUrl: source.origin, token: () => tokenPair.accessToken })
  return asOwner(myProfile, {}, { signal })
}

/** ID-8: exchanges it at once for one in the cookie, so that what stood in an address is worth nothing. */
export function goOnAs(refreshToken: string): Promise<void> {
  return navigator.locks.request(REFRESH_LOCK, async () => {
    if (currentSession().kind === 'user') await client(logout, { body: {} })
    signedIn(await client(fullRefresh, { body: { refreshToken } }))
  })
}
