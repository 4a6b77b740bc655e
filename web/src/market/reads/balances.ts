import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { call } from '@talad/ui/client/call'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/** Both balances of whoever is signed in (LG-10); no data for visitors and for accounts without a customer. */
export function useBalances() {
  const session = useSession()
  const account = session.kind === 'user' && session.isCustomer ? session.accountId : undefined
  return useQuery({
    queryKey: [keys.balances, account],
    queryFn: async ({ signal }) => (await call(ledgerHttp.creditBalances, {}, { signal })).list,
    enabled: account !== undefined,
  })
}
