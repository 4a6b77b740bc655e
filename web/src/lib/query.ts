import { FetchError, ResponseError } from '@talad/proto/http/client'
import { type Query, QueryClient, useIsFetching } from '@tanstack/react-query'

/** The first part of each query key: what a live event makes old. */
export const keys = {
  site: 'site',
  asset: 'asset',
  assets: 'assets',
  holders: 'holders',
  collection: 'collection',
  collections: 'collections',
  events: 'events',
  orders: 'orders',
  terms: 'terms',
  preview: 'preview',
  profile: 'profile',
  balances: 'balances',
  credit: 'credit',
  shipping: 'shipping',
  shippings: 'shippings',
  favourites: 'favourites',
} as const
export type Key = (typeof keys)[keyof typeof keys]

const MAX_RETRIES = 2

function isPassing(error: unknown): boolean {
  if (error instanceof FetchError) return true
  return error instanceof ResponseError && (error.status >= 502 || error.status === 429)
}

function retryDelay(attempt: number, error: unknown): number {
  const asked = error instanceof ResponseError ? error.retryAfterSeconds : undefined
  return asked === undefined ? 1000 * 2 ** attempt : Math.min(asked, 10) * 1000
}

/** Reads go through the 10 s public cache (WB-10), so asking more often shows nothing new. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < MAX_RETRIES && isPassing(error),
      retryDelay,
    },
    // What a person asks for is done now or refused now: never kept back and done when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
})

/** Makes everything under these keys old; what is on the screen is read again, once. */
export function refetch(...names: readonly Key[]): Promise<void> {
  const wanted = new Set<unknown>(names)
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => wanted.has(queryKey[0]) })
}

/** Whether a screen waits for it, and has nothing of it to show yet. */
export function isFirstRead(query: Query): boolean {
  return query.state.status === 'pending' && query.getObserversCount() > 0
}

/** Whether anything on the screen is being read for the first time. */
export function useIsReading(): boolean {
  return useIsFetching({ predicate: isFirstRead }) > 0
}
