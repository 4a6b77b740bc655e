import { listNotifications, readNotifications } from '@talad/proto/http/identity/notifications'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** What a person is told of, the newest first, and how much of it they have not read. */
export function notificationsQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: [keys.notifications, account],
    queryFn: ({ signal, pageParam }) =>
      call(listNotifications, { query: pageParam === undefined ? {} : { cs: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: 60_000,
  })
}

/** Marks a notification and all older ones as read. */
export function useMarkRead() {
  return useMutation({
    mutationFn: (until: string) => call(readNotifications, { body: { until } }),
    onSuccess: () => refetch(keys.notifications),
  })
}
