import type { Queryable, Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { hashSecret, newSecret } from '../secrets.ts'
import type { Family } from './judge-refresh.ts'

/** A session with what its account is now. */
export type Session = Family & {
  id: string
  accountId: string
  /** the jid of tokens; absent without a join identity (ID-3) */
  joinId: string | undefined
  kycLevel: number
  /** SHA-256 of the Join session id, hex; sessions that began with Join */
  joinSessionHash: string | undefined
  joinExpiresAt: Date | undefined
  /** ID-29: when its owner proved who they are; undefined: they did nothing for it */
  provedAt: Date | undefined
  /** providers by which its owner can do so again */
  waysIn: string[]
  /** the sealed pair of the newest generation, for a minute */
  replacement: Buffer | undefined
}

/** The Join session that a session ends with, for one that follows from it. */
export const joinOf = ({ joinSessionHash, joinExpiresAt }: Session): NewSession['join'] =>
  joinSessionHash && joinExpiresAt ? { sessionHash: joinSessionHash, expiresAt: joinExpiresAt } : undefined

type SessionRow = {
  id: string
  account_id: string
  join_id: string | null
  kyc_level: number
  join_session_hash: string | null
  join_expires_at: Date | null
  proved_at: Date | null
  ways: string[]
  last_seen_at: Date
  generation: number
  rotated_at: Date | null
  replacement: Buffer | null
  expires_at: Date
  revoked_at: Date | null
}

const COLUMNS = `s.id, s.account_id, a.join_id, a.kyc_level, s.join_session_hash, s.join_expires_at, s.proved_at, s.generation,
  s.rotated_at, s.replacement, s.expires_at, s.last_seen_at, s.revoked_at,
  array(select identity_provider from identity_link l where l.account_id = s.account_id
    union all select 'passkey' from passkey p where p.account_id = s.account_id) as ways`

const fromRow = (row: SessionRow): Session => ({
  id: row.id,
  accountId: row.account_id,
  joinId: row.join_id ?? undefined,
  kycLevel: row.kyc_level,
  joinSessionHash: row.join_session_hash ?? undefined,
  joinExpiresAt: row.join_expires_at ?? undefined,
  provedAt: row.proved_at ?? undefined,
  // sorted here: in the statement that takes a sixth of the time of a refresh
  waysIn: [...new Set(row.ways)].sort(),
  generation: row.generation,
  rotatedAt: row.rotated_at ?? undefined,
  replacement: row.replacement ?? undefined,
  expiresAt: row.expires_at,
  lastSeenAt: row.last_seen_at,
  revokedAt: row.revoked_at ?? undefined,
})

export type NewSession = {
  id: string
  accountId: string
  provider: string
  join: { sessionHash: string; expiresAt: Date } | undefined
  expiresAt: Date
  device: string
  site: string
  /** ID-29: when the person proved who they are; undefined: they did nothing for it */
  provedAt: Date | undefined
  /** ID-31: of a passkey's session, the way in by which the passkey had come */
  through?: string | undefined
}

/** @returns the refresh token of generation 0, which is kept as a hash only */
export async function insertSession(tx: Tx, session: NewSession, now: Date): Promise<string> {
  const { id, accountId, provider, join, expiresAt, device, site, provedAt, through } = session
  await tx.query(
    `insert into session (id, account_id, provider, join_session_hash, join_expires_at, created_at, expires_at,
       last_seen_at, device, site, proved_at, through)
     values ($1, $2, $3, $4, $5, $6, $7, $6, $8, $9, $10, $11)`,
    [
      ...[id, accountId, provider, join?.sessionHash ?? null, join?.expiresAt ?? null, now, expiresAt],
      ...[device, site, provedAt ?? null, through ?? null],
    ],
  )
  return insertRefreshToken(tx, id, 0)
}

async function insertRefreshToken(tx: Tx, sessionId: string, generation: number): Promise<string> {
  const token = newSecret()
  await tx.query('insert into refresh_token (token_hash, session_id, generation) values ($1, $2, $3)', [
    hashSecret(token),
    sessionId,
    generation,
  ])
  return token
}

/** The session of a refresh token of any generation, and which generation it is. Undefined: we never made it. */
export async function sessionOfToken(
  db: Queryable,
  refreshToken: string,
  lock = false,
): Promise<{ session: Session; generation: number } | undefined> {
  const found = await db.query<SessionRow & { token_generation: number }>({
    name: lock ? 'session.of-token.lock' : 'session.of-token',
    text: `select ${COLUMNS}, t.generation as token_generation
     from refresh_token t join session s on s.id = t.session_id join account a on a.id = s.account_id
     where t.token_hash = $1 ${lock ? 'for update of s' : ''}`,
    values: [hashSecret(refreshToken)],
  })
  const row = found.rows[0]
  return row && { session: fromRow(row), generation: row.token_generation }
}

export async function findSession(db: Queryable, id: string): Promise<Session | undefined> {
  const found = await db.query<SessionRow>({
    name: 'session.find',
    text: `select ${COLUMNS} from session s join account a on a.id = s.account_id where s.id = $1`,
    values: [id],
  })
  const row = found.rows[0]
  return row && fromRow(row)
}

/** How much later a use of a session has to be than the one before to be written down. */
const SEEN_AGAIN_MS = 5 * 60_000

/** Notes that a session is in use (ID-1). @returns whether that is news */
export async function sawSession(db: Queryable, { id, lastSeenAt }: Session, now: Date): Promise<boolean> {
  if (now.getTime() - lastSeenAt.getTime() < SEEN_AGAIN_MS) return false
  await db.query('update session set last_seen_at = greatest(last_seen_at, $2) where id = $1', [id, now])
  return true
}

/** Retires the newest refresh token of a session that is locked, and makes the next one. */
export async function rotate(
  tx: Tx,
  session: Session,
  to: { expiresAt: Date; now: Date; seal: (refreshToken: string) => Promise<Buffer> },
): Promise<void> {
  const generation = session.generation + 1
  const refreshToken = await insertRefreshToken(tx, session.id, generation)
  await tx.query(
    'update session set generation = $2, rotated_at = $3, last_seen_at = $3, expires_at = $4, replacement = $5 where id = $1',
    [session.id, generation, to.now, to.expiresAt, await to.seal(refreshToken)],
  )
}

/** ID-10: a caller without cookies was told the newest refresh token of a session. */
export async function noteTokenInJson(db: Queryable, refreshToken: string): Promise<void> {
  await db.query(
    `update session set token_in_json = true
     where id = (select session_id from refresh_token where token_hash = $1) and not token_in_json`,
    [hashSecret(refreshToken)],
  )
}

/** A live session whose refresh token may be told in JSON; none can refresh it before the transaction ends. */
export async function lockTellingSession(tx: Tx, id: string): Promise<Session | undefined> {
  const found = await tx.query<SessionRow>(
    `select ${COLUMNS} from session s join account a on a.id = s.account_id
     where s.id = $1 and s.token_in_json for update of s`,
    [id],
  )
  const row = found.rows[0]
  return row && fromRow(row)
}

/** ID-11: ends a family. Once; a second time changes nothing. @returns whose it was, where it ended now */
export async function revokeSession(db: Queryable, id: string, now: Date): Promise<string | undefined> {
  const ended = await db.query<{ account_id: string }>(
    `update session set revoked_at = $2, replacement = null where id = $1 and revoked_at is null
      returning account_id`,
    [id, now],
  )
  return ended.rows[0]?.account_id
}

/** Whether a session lives; none can end before the transaction does. */
export async function holdLiveSession(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.query('select 1 from session where id = $1 and revoked_at is null for share', [id])
  return found.rows.length === 1
}

/** As `holdLiveSession`, under the lock of its account, for what lasts longer. @throws Rejection SESSION_EXPIRED */
export async function requireLiveSession(tx: Tx, id: string | undefined): Promise<void> {
  if (id === undefined || !(await holdLiveSession(tx, id))) throw new Rejection('SESSION_EXPIRED')
}

/** How a session began. */
export async function originOf(db: Queryable, id: string): Promise<Pick<NewSession, 'provider' | 'through'>> {
  const { rows } = await db.query<{ provider: string; through: string | null }>(
    'select provider, through from session where id = $1',
    [id],
  )
  return { provider: rows[0]?.provider ?? '', through: rows[0]?.through ?? undefined }
}

/** Ends every session of an account. */
export async function revokeSessionsOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.query(
    'update session set revoked_at = $2, replacement = null where account_id = $1 and revoked_at is null',
    [accountId, now],
  )
}

/** ID-31: ends the sessions of an account that began by a provider, or by a passkey that came by it, apart from the one that asks for it. */
export async function endSessionsBy(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string | undefined },
  provider: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `update session set revoked_at = $3, replacement = null
     where account_id = $1 and (provider = $4 or through = $4) and id is distinct from $2 and revoked_at is null`,
    [accountId, sessionId ?? null, now, provider],
  )
}

type KeptSession = {
  id: string
  provider: string
  device: string
  site: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

/** The sign-ins of an account that are still kept, the newest first. */
export async function sessionsOf(db: Queryable, accountId: string): Promise<KeptSession[]> {
  const found = await db.query<KeptSession>(
    `select id, provider, device, site, created_at, expires_at, revoked_at from session
     where account_id = $1 order by created_at desc, id`,
    [accountId],
  )
  return found.rows
}

/** Sessions revoked at or after a time, oldest first. */
export async function revokedSince(db: Queryable, since: Date): Promise<{ id: string; revokedAt: Date }[]> {
  const found = await db.query<{ id: string; revoked_at: Date }>(
    'select id, revoked_at from session where revoked_at >= $1 order by revoked_at, id',
    [since],
  )
  return found.rows.map((row) => ({ id: row.id, revokedAt: row.revoked_at }))
}

/** Levels that changed at or after a time, oldest first (ID-4). */
export async function levelsSince(
  db: Queryable,
  since: Date,
): Promise<{ accountId: string; level: number; changedAt: Date }[]> {
  const found = await db.query<{ id: string; kyc_level: number; kyc_changed_at: Date }>(
    `select id, kyc_level, kyc_changed_at from account
     where kyc_changed_at >= $1 order by kyc_changed_at, id`,
    [since],
  )
  return found.rows.map(({ id, kyc_level, kyc_changed_at }) => ({
    accountId: id,
    level: kyc_level,
    changedAt: kyc_changed_at,
  }))
}
