import { useSession } from '@talad/ui/session/session'
import { useProfile, walletsOf } from './profile.ts'

/** Who looks at a screen, as far as it decides what they may do. */
export function useViewer() {
  const session = useSession()
  const { data: profile } = useProfile()
  const isUser = session.kind === 'user'
  return {
    signedIn: isUser,
    account: isUser ? session.accountId : undefined,
    kycLevel: isUser ? session.kycLevel : 0,
    customerId: profile?.customer_id ?? undefined,
    isCustomer: isUser && session.isCustomer,
    wallets: walletsOf(profile),
    profile,
  }
}
export type Viewer = ReturnType<typeof useViewer>
