import type { Queryable, Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { changeMany, load } from '@talad/shared/stream'
import type { MergeSide } from '../account/decide-merge.ts'
import type { MovedIdentity } from '../account/events.ts'
import { forgetProved } from '../account/proved.ts'
import type { Identity } from '../account/state.ts'
import { nextWalletNumber } from '../account/store.ts'
import { accounts } from '../account/stream.ts'
import { revokeSessionsOf } from '../session/store.ts'
import { moveRows } from './move-rows.ts'

export type MoveAbout = {
  moveId: string
  by: 'person' | 'support'
  /** the account whose session asks for it */
  asks: string
  now: Date
}

/** An account as a merge looks at it. @throws Rejection ACCOUNT_NOT_FOUND */
export async function sideOf(db: Queryable, accountId: string): Promise<MergeSide> {
  const { rows } = await db.query<{ created_at: Date }>('select created_at from account where id = $1', [
    accountId,
  ])
  const [row] = rows
  if (!row) throw new Rejection('ACCOUNT_NOT_FOUND')
  return { accountId, created: row.created_at, state: (await load(db, accounts, accountId)).state }
}

/** Identities as the other account gets them: each wallet with a new number, so that everybody knows the later owner. */
export async function numbered(tx: Tx, identities: readonly Identity[]): Promise<MovedIdentity[]> {
  const moved: MovedIdentity[] = []
  for (const { joinId: _, walletNumber: __, ...identity } of identities) {
    const walletNumber = identity.provider === 'web3' ? await nextWalletNumber(tx) : undefined
    moved.push({ ...identity, walletNumber })
  }
  return moved
}

/** Ends every session of accounts, and what was proved in them. */
export async function endAll(tx: Tx, accountIds: readonly string[], now: Date): Promise<void> {
  for (const id of accountIds) await revokeSessionsOf(tx, id, now)
  await forgetProved(tx, accountIds)
}

/**
 * ID-33 to ID-35: one account becomes part of the other, in the caller's transaction, which holds both locks: streams, rows and
 * ended sessions, all or nothing.
 * @throws Rejection of the decider
 */
export async function mergeIn(
  tx: Tx,
  { survivor, absorbed }: { survivor: MergeSide; absorbed: MergeSide },
  { moveId, by, asks, now }: MoveAbout,
): Promise<void> {
  const about = { why: 'merge' as const, moveId, by, now }
  const identities = await numbered(tx, absorbed.state.identities)
  const [from, to] = [absorbed.accountId, survivor.accountId]
  const give = {
    ...about,
    type: 'GiveIdentities' as const,
    to,
    identityIds: identities.map(({ id }) => id),
    intoJoinId: survivor.state.joinId,
    number: await nextWalletNumber(tx),
  }
  const take = { ...about, type: 'TakeIdentities' as const, from, identities }
  await changeMany(
    tx,
    [
      { stream: accounts, id: from, command: give },
      { stream: accounts, id: to, command: take },
    ],
    now,
  )
  await moveRows(tx, { from, to, asks, now })
  await endAll(tx, [from, to], now)
}
