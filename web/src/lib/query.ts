import { FetchError, ResponseError } from '@talad/proto/http/client'
import { QueryClient } from '@tanstack/react-query'

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
  },
})

/** Makes everything under these keys old; what is on the screen is read again, once. */
export function refetch(...names: readonly Key[]): Promise<void> {
  const wanted = new Set<unknown>(names)
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => wanted.has(queryKey[0]) })
}
