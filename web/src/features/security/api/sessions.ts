import { endOtherSessions, endSession, listSessions, securityLog } from '@talad/proto/http/identity/sessions'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { act } from '@talad/ui/session/step-up'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** Where the person is signed in. */
export function sessionsQuery(account: string) {
  return queryOptions({
    queryKey: [keys.sessions, account],
    queryFn: async ({ signal }) => (await call(listSessions, {}, { signal })).list,
  })
}

/** What happened to the account, the newest first. */
export function securityLogQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: [keys.securityLog, account],
    queryFn: ({ signal, pageParam }) =>
      call(securityLog, pageParam === undefined ? {} : { query: { cs: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** ID-11: ends one session, or without an id all others. */
export function useEndSession() {
  return useMutation({
    mutationFn: async (id: string | undefined): Promise<void> => {
      if (id === undefined) await act(endOtherSessions, {})
      else await act(endSession, { body: { session_id: id } })
    },
    onSettled: () => refetch(keys.sessions, keys.securityLog),
  })
}
