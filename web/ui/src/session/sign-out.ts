import { logout } from '@talad/proto/http/identity/session'
import { call } from '../client/call.ts'
import { signedOut } from './session.ts'

/** Ends the session here and at identity (ID-11); what was read in it is forgotten. */
export async function signOut(): Promise<void> {
  await call(logout, { body: {} }).catch(() => {})
  signedOut()
}
