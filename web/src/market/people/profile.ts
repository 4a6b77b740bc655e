import { customerProfile, myProfile, type Profile } from '@talad/proto/http/identity/profile'
import { stored } from '@talad/ui/browser/storage'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { signedIn, useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { keys } from '../reads/query-keys.ts'

/** The profile of whoever is signed in; no data for visitors. */
export function useProfile() {
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  return useQuery({
    queryKey: [keys.profile, account],
    queryFn: ({ signal }) => call(myProfile, {}, { signal }),
    enabled: account !== undefined,
    staleTime: 60_000,
  })
}

/** The wallets of the person, lower case; empty for visitors. */
export function walletsOf(profile: Profile | undefined): string[] {
  return profile?.wallets.map(({ address }) => address) ?? []
}

/** ID-18: once a minute. */
const AGAIN_MS = 60_000
const readAt = stored('talad.profile-read', z.number(), () => window.sessionStorage)

/** When the level may be read again, in milliseconds since 1970. */
export const profileReadableAt = (): number => (readAt.read() ?? 0) + AGAIN_MS

/** WB-20: reads the KYC level again, in case it has just been raised. Not before `profileReadableAt`. */
export async function readProfileAgain(): Promise<void> {
  readAt.write(Date.now())
  const answer = await call(customerProfile, { body: {} })
  signedIn(answer, false)
  await refetch(keys.profile, keys.orders)
}
