import type { SessionInList } from '@talad/proto/http/identity/sessions'
import type { Queryable, Tx } from '@talad/shared/db'
import { lockAccounts } from '../account/stream.ts'
import { endOf, IDLE_MS } from './judge-refresh.ts'

const MOST = 100

type Row = {
  id: string
  provider: string
  device: string
  site: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

/** The live sessions of an account, the last used first. */
export async function liveSessionsOf(
  db: Queryable,
  accountId: string,
  current: string | undefined,
  now: Date,
): Promise<SessionInList[]> {
  const found = await db.query<Row>(
    `select id, provider, device, site, created_at, last_seen_at, expires_at from session
     where account_id = $1 and revoked_at is null and expires_at > $2 and last_seen_at > $3
     order by last_seen_at desc, id limit $4`,
    [accountId, now, new Date(now.getTime() - IDLE_MS), MOST],
  )
  return found.rows.map((row) => ({
    _id: row.id,
    current: row.id === current,
    provider: row.provider,
    device: row.device || null,
    site: row.site || null,
    created: row.created_at.toISOString(),
    last_seen: row.last_seen_at.toISOString(),
    expires: endOf({ expiresAt: row.expires_at, lastSeenAt: row.last_seen_at }).toISOString(),
  }))
}

/** Which sessions of an account are meant: one, all, or all but one. */
export type WhichSessions = { only?: string | undefined; but?: string | undefined }

/** ID-11: ends sessions of an account. @returns the ids of those that it ended */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { only, but }: WhichSessions,
  now: Date,
): Promise<string[]> {
  await lockAccounts(tx, [accountId])
  const ended = await tx.query<{ id: string }>(
    `update session set revoked_at = $4, replacement = null
     where account_id = $1 and ($2::text is null or id = $2) and id is distinct from $3 and revoked_at is null
     returning id`,
    [accountId, only ?? null, but ?? null, now],
  )
  return ended.rows.map(({ id }) => id)
}
