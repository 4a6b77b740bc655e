import { getWallet } from '@talad/proto/http/wallet'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

/** What a wallet holds, has on sale, bought and sold, in figures. */
export function walletQuery(wallet: string) {
  return queryOptions({
    queryKey: [keys.assets, 'wallet', wallet],
    queryFn: ({ signal }) => call(getWallet, { params: { wallet } }, { signal }),
  })
}
