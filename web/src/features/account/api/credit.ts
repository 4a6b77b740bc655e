import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { flowsOf, type Unit } from '../kinds.ts'
import { type Days, momentsOf } from '../period.ts'
import type { Kind } from '../search.ts'

/** What of a balance's movements is asked for. */
export type CreditFilter = Days & { unit: Unit; kind: Kind }

/** One page of movements, newest first (LG-11). */
export function readCredit(
  { unit, kind, ...days }: CreditFilter,
  { cursor, size }: { cursor: string | undefined; size?: number },
  signal: AbortSignal,
) {
  const { ty, ev } = flowsOf[kind]
  const query = {
    unit,
    ...(ty && { ty: ty.join(',') }),
    ...(ev && { ev: ev.join(',') }),
    ...momentsOf(days),
    ...(cursor !== undefined && { cs: cursor }),
    ...(size !== undefined && { lm: size }),
  }
  return call(ledgerHttp.creditHistory, { query }, { signal })
}

/** The movements of one balance, newest first. */
export function creditQuery(account: string, filter: CreditFilter) {
  return infiniteQueryOptions({
    queryKey: [keys.credit, account, filter],
    queryFn: ({ signal, pageParam }) => readCredit(filter, { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}
