import { type FlagClassification, flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** What a person has reported, the newest first (MO-18). */
export function reportsQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: [keys.reports, account],
    queryFn: ({ signal, pageParam }) =>
      call(
        flaggingHttp.listFlaggings,
        { query: pageParam === undefined ? {} : { cs: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

export type Report = { assetId: string; what: FlagClassification; notes: string; key: string }

/** Reports an asset; asked again with the same key it is one report. */
export function useReport() {
  return useMutation({
    mutationFn: ({ assetId, what, notes, key }: Report) =>
      call(
        flaggingHttp.requestFlagging,
        { body: { asset_id: assetId, flag_classification: what, flag_user_notes: notes } },
        { idempotencyKey: key },
      ),
    onSuccess: () => refetch(keys.reports),
  })
}
