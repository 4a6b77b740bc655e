import { FetchError, ResponseError } from '@talad/proto/http/client'
import { hashKey, type Query, QueryClient, type QueryKey, useIsFetching } from '@tanstack/react-query'

const MAX_RETRIES = 2

function isPassing(error: unknown): boolean {
  if (error instanceof FetchError) return true
  return error instanceof ResponseError && (error.status >= 502 || error.status === 429)
}

function retryDelay(attempt: number, error: unknown): number {
  const asked = error instanceof ResponseError ? error.retryAfterSeconds : undefined
  return asked === undefined ? 1000 * 2 ** attempt : Math.min(asked, 10) * 1000
}

let reader: string | undefined
/** A sign-in is nobody's when it begins, and goes on as somebody comes in. */
const SIGN_IN = 'join'
let shared: ReadonlySet<unknown> = new Set([SIGN_IN])

/** Whose answers are kept and found from now on; undefined: a visitor's. */
export function readAs(account: string | undefined): void {
  reader = account
}

/** The first parts of query keys whose answers are the same for everybody; all others are kept by account. */
export function shareReads(names: readonly string[]): void {
  shared = new Set([SIGN_IN, ...names])
}

function hashOf(key: QueryKey): string {
  return hashKey(reader === undefined || shared.has(key[0]) ? key : [...key, { reader }])
}

/** Reads go through the 10 s public cache (WB-10), so asking more often shows nothing new. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      queryKeyHashFn: hashOf,
      retry: (count, error) => count < MAX_RETRIES && isPassing(error),
      retryDelay,
    },
    // What a person asks for is done now or refused now: never kept back and done when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
})

/** Forgets all that was read. */
export function forgetReads(): void {
  queryClient.clear()
}

/**
 * Makes everything old whose query key begins with one of these names; what is on the screen is read again, once.
 */
export function refetch(...names: readonly string[]): Promise<void> {
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
