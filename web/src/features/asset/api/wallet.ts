import { getWallet } from '@talad/proto/http/wallet'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../lib/query-keys.ts'

/** What a wallet holds, has on sale, bought and sold, in figures. */
export function walletQuery(wallet: string) {
  return queryOptions({
    queryKey: [keys.assets, 'wallet', wallet],
    queryFn: ({ signal }) => call(getWallet, { params: { wallet } }, { signal }),
  })
}
