import { customerProfile, myProfile, type Profile } from '@talad/proto/http/profile'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { signedIn, useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

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

/** WB-20: reads the KYC level again, in case it has just been raised. */
export async function readProfileAgain(): Promise<void> {
  const answer = await call(customerProfile, { body: {} })
  signedIn(answer, false)
  await refetch(keys.profile, keys.orders)
}
