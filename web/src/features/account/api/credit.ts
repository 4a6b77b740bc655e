import { ledgerHttp } from '@talad/proto/http/ledger'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

export type Unit = 'pt_thb' | 'ft_thb'

/** The movements of one balance, newest first (LG-11). */
export function creditQuery(account: string, unit: Unit) {
  return infiniteQueryOptions({
    queryKey: [keys.credit, account, unit],
    queryFn: ({ signal, pageParam }) =>
      call(
        ledgerHttp.creditHistory,
        { query: { unit, ...(pageParam === undefined ? {} : { cs: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}
