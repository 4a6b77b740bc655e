import { timingSafeEqual } from 'node:crypto'
import type { Queryable } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { type OutsideProof, outsideProofJson } from '../session/proof.ts'
import { type Attempt, attemptJson, type BegunAttempt } from './attempt.ts'

// How an identity of a provider to which the browser is sent (LINE, membership) is proved, for sign-in, linking and renewal:
//   begin     `beginAttempt`: a state for the provider; the attempt is bound to the browser's cookie and, where somebody is
//             signed in, to their session
//   callback  `takeAttempt` once, then `keepResult`: it writes nothing but the result, under a handle that the page gets
//   complete  `findProof`, then its `useUp` in the transaction of what is done by it: once, by the same browser and session
// `forgetProved` of accounts ends all proofs of one: with each link, unlink and cancel.

export type Purpose = 'sign-in' | 'link' | 'renew'

/** Who begins, and who must be there at the end. `session` is absent for a sign-in alone. */
export type Holder = {
  purpose: Purpose
  browser: Buffer
  session: { accountId: string; sessionId: string } | undefined
}

const ATTEMPT_MS = 10 * 60_000
export const RESULT_SECONDS = 5 * 60

type Row = {
  id: string
  purpose: Purpose
  provider: string
  browser_hash: Buffer
  account_id: string | null
  session_id: string | null
  attempt: Buffer
  called_back_at: Date | null
  result: Buffer | null
  used_at: Date | null
  expires_at: Date
}

/** What a sealed text of a row belongs to: with any of it changed it opens no more. */
const sealedFor = (
  row: Pick<Row, 'id' | 'purpose' | 'provider' | 'account_id' | 'session_id'>,
  part: string,
) => JSON.stringify([part, row.id, row.purpose, row.provider, row.account_id, row.session_id])

type StoreDeps = Pick<Deps, 'db' | 'now' | 'proofs'>

/** @returns the state with which the browser goes to the provider */
export async function beginAttempt(
  { db, now, proofs }: StoreDeps,
  { purpose, browser, session }: Holder,
  { provider, attempt }: { provider: string; attempt: Attempt },
): Promise<{ state: string; expiresAt: Date }> {
  const state = newSecret()
  const expiresAt = new Date(now().getTime() + ATTEMPT_MS)
  const { accountId: account_id = null, sessionId: session_id = null } = session ?? {}
  const row = { id: newId(now()), purpose, provider, account_id, session_id }
  const sealed = proofs.seal(JSON.stringify(attempt), sealedFor(row, 'attempt'))
  await db.query(
    `insert into proof (id, purpose, provider, browser_hash, account_id, session_id, state_hash, attempt, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, purpose, provider, browser, account_id, session_id, hashSecret(state), sealed, expiresAt],
  )
  return { state, expiresAt }
}

async function find(db: Queryable, column: 'state_hash' | 'handle_hash', secret: string) {
  const found = await db.query<Row>(
    `select id, purpose, provider, browser_hash, account_id, session_id, attempt, called_back_at, result, used_at,
       expires_at from proof where ${column} = $1`,
    [hashSecret(secret)],
  )
  return found.rows[0]
}

const isOf = (row: Row, browser: Buffer | undefined) =>
  browser !== undefined && timingSafeEqual(row.browser_hash, browser)

export type TakenAttempt = { row: Row; attempt: BegunAttempt }

/**
 * The attempt that a provider's answer belongs to; of many answers the first one's.
 * @throws Rejection INVALID_STATE for one that this browser didn't begin, or not with this provider; STATE_USED, STATE_EXPIRED
 */
export async function takeAttempt(
  { db, now, proofs }: StoreDeps,
  given: { state: string | undefined; provider: string; browser: Buffer | undefined },
): Promise<TakenAttempt> {
  const { state, provider, browser } = given
  const row = state === undefined ? undefined : await find(db, 'state_hash', state)
  if (!row || row.provider !== provider || !isOf(row, browser))
    throw new Rejection('INVALID_STATE', { field: 'state' })
  if (row.called_back_at) throw new Rejection('STATE_USED', { field: 'state' })
  if (now() >= row.expires_at) throw new Rejection('STATE_EXPIRED', { field: 'state' })
  const taken = await db.query(
    'update proof set called_back_at = $2 where id = $1 and called_back_at is null',
    [row.id, now()],
  )
  if (taken.rowCount !== 1) throw new Rejection('STATE_USED', { field: 'state' })
  const attempt = attemptJson.parse(JSON.parse(proofs.open(row.attempt, sealedFor(row, 'attempt'))))
  return { row, attempt: { ...attempt, begunAt: new Date(row.expires_at.getTime() - ATTEMPT_MS) } }
}

/** @returns the handle by which the browser uses it */
export async function keepResult(
  { db, now, proofs }: StoreDeps,
  { row }: TakenAttempt,
  proof: OutsideProof,
): Promise<{ handle: string; expiresAt: Date }> {
  const handle = newSecret()
  const expiresAt = new Date(now().getTime() + RESULT_SECONDS * 1000)
  const result = proofs.seal(JSON.stringify(proof), sealedFor(row, expiresAt.toISOString()))
  await db.query('update proof set handle_hash = $2, result = $3, expires_at = $4 where id = $1', [
    ...[row.id, hashSecret(handle), result, expiresAt],
  ])
  return { handle, expiresAt }
}

/** The same for what was proved without sending the browser anywhere, as in LIFF. */
export async function keepProved(
  deps: StoreDeps,
  holder: Holder,
  proof: OutsideProof,
): Promise<{ handle: string; expiresAt: Date }> {
  const { provider, clientId } = proof
  const attempt = { clientId, nonce: '', verifier: '', redirectUri: '', redirectUrl: '' }
  const { state } = await beginAttempt(deps, holder, { provider, attempt })
  return keepResult(deps, await takeAttempt(deps, { state, provider, browser: holder.browser }), proof)
}

/**
 * What was proved, and how it is used up: in the transaction of what is done by it, for one of many who ask at once.
 * @param by the purpose for which it is to be used, and who asks: as it was begun
 * @throws Rejection INVALID_PROOF where any of that differs, PROOF_USED, PROOF_EXPIRED
 */
export async function findProof(
  { db, now, proofs }: StoreDeps,
  handle: string,
  by: Omit<Holder, 'browser'> & { browser: Buffer | undefined },
): Promise<{ proof: OutsideProof; useUp: (tx: Queryable) => Promise<void> }> {
  const row = await find(db, 'handle_hash', handle)
  const { accountId = null, sessionId = null } = by.session ?? {}
  const isTheirs = row?.account_id === accountId && row.session_id === sessionId && isOf(row, by.browser)
  if (!row?.result || row.purpose !== by.purpose || !isTheirs)
    throw new Rejection('INVALID_PROOF', { field: 'proof' })
  if (row.used_at) throw new Rejection('PROOF_USED', { field: 'proof' })
  if (now() >= row.expires_at) throw new Rejection('PROOF_EXPIRED', { field: 'proof' })
  const text = proofs.open(row.result, sealedFor(row, row.expires_at.toISOString()))
  return {
    proof: outsideProofJson.parse(JSON.parse(text)),
    async useUp(tx) {
      // ID-42: who somebody is stands with the link alone from here on
      const used = await tx.query(
        `update proof set used_at = $2, result = '', attempt = '' where id = $1 and used_at is null`,
        [row.id, now()],
      )
      if (used.rowCount !== 1) throw new Rejection('PROOF_USED', { field: 'proof' })
    },
  }
}
