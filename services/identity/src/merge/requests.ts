import type { Queryable, Tx } from '@talad/shared/db'
import { signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { hashSecret, newSecret } from '../secrets.ts'

/** ID-34: both accounts are proved in one session within this time. */
export const MERGE_MS = 10 * 60_000

/** Who asks: an account and the session that proved it. */
export type Merger = { accountId: string; sessionId: string }

/** @throws Rejection UNAUTHORIZED, SESSION_EXPIRED */
export function mergerOf(actor: Actor | undefined): Merger {
  const { accountId, sessionId } = signedIn(actor)
  if (sessionId === undefined) throw new Rejection('SESSION_EXPIRED')
  return { accountId, sessionId }
}

type Proved = { accountId: string; identityId: string }

/** Keeps that a session has proved another account; one a session, the newest. @returns the handle, told once */
export async function keepProved(
  tx: Tx,
  { accountId, sessionId }: Merger,
  proved: Proved,
  expiresAt: Date,
): Promise<string> {
  const mergeId = newSecret()
  await tx.query(
    `insert into merge_request (id_hash, session_id, account_id, other_account_id, identity_id, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (session_id) do update set id_hash = excluded.id_hash, account_id = excluded.account_id,
       other_account_id = excluded.other_account_id, identity_id = excluded.identity_id, expires_at = excluded.expires_at`,
    [hashSecret(mergeId), sessionId, accountId, proved.accountId, proved.identityId, expiresAt],
  )
  return mergeId
}

/** What a session has proved. @throws Rejection MERGE_EXPIRED for one of another session or account, an old or a used one */
export async function findProved(
  db: Queryable,
  mergeId: string,
  { accountId, sessionId }: Merger,
  now: Date,
): Promise<Proved> {
  const { rows } = await db.query<Proved>(
    `select other_account_id as "accountId", identity_id as "identityId" from merge_request
     where id_hash = $1 and account_id = $2 and session_id = $3 and expires_at > $4`,
    [hashSecret(mergeId), accountId, sessionId, now],
  )
  const [row] = rows
  if (!row) throw new Rejection('MERGE_EXPIRED')
  return row
}
