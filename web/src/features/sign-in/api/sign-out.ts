import { logout } from '@talad/proto/http/session'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { signedOut } from '@talad/ui/session/session'

/** Ends the session here and at identity (ID-11), and forgets what was read in it. */
export async function signOut(): Promise<void> {
  await call(logout, { body: {} }).catch(() => {})
  signedOut()
  queryClient.clear()
}
