import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { currentSession, onSession, type Session } from '@talad/ui/session/session'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/** A§8 */
const SYNC_MS = 60_000

/** What the market has to say to a person at the start (MO-31): the levels that are needed, and what is switched on. */
export function entrypointQuery(account: string | undefined) {
  return queryOptions({
    queryKey: [keys.entrypoint, account],
    queryFn: ({ signal }) => call(entrypointHttp.entrypoint, { query: {} }, { signal }),
    enabled: account !== undefined,
    staleTime: SYNC_MS,
  })
}

/** WB-14: at most once in 60 s, or at once where what a person may do has changed. What fails is asked again with the next. */
export async function syncEntrypoint({ force }: { force: boolean }): Promise<void> {
  const session = currentSession()
  if (session.kind !== 'user') return
  const query = entrypointQuery(session.accountId)
  await queryClient.fetchQuery(force ? { ...query, staleTime: 0 } : query).catch(() => undefined)
}

/** WB-14: whenever a token has come; at once after a sign-in, and where it tells of another level. */
export function startEntrypoint(): void {
  let known: string | undefined
  const arrived = (session: Session) => {
    const now = session.kind === 'user' ? `${session.accountId} ${session.kycLevel}` : undefined
    const force = now !== known
    known = now
    void syncEntrypoint({ force })
  }
  arrived(currentSession())
  onSession(arrived)
}
