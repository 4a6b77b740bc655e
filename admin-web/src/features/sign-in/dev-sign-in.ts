import { devAuth } from '@talad/proto/http/identity'
import { call } from '@talad/ui/client/call'
import { signedIn } from '@talad/ui/session/session'

/** Signs in as a made-up customer; the call is there in development only (ID-12). */
export async function signInAsMadeUp(user: string): Promise<void> {
  signedIn(await call(devAuth, { query: { user } }))
}
