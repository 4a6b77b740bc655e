import { logout } from '@talad/proto/http/identity/session'
import { call } from '../client/call.ts'
import { queryClient } from '../client/query.ts'
import { signedOut } from './session.ts'

/** Ends the session here and at identity (ID-11), and forgets what was read in it. */
export async function signOut(): Promise<void> {
  await call(logout, { body: {} }).catch(() => {})
  signedOut()
  queryClient.clear()
}
