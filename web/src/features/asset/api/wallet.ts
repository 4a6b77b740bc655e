import { getWallet } from '@talad/proto/http/identity/wallet'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** What wallets hold, have on sale, bought and sold, in figures, one by one. */
export function walletsQuery(wallets: readonly string[]) {
  return queryOptions({
    queryKey: [keys.assets, 'wallets', wallets],
    queryFn: ({ signal }) =>
      Promise.all(wallets.map((wallet) => call(getWallet, { params: { wallet } }, { signal }))),
  })
}
