import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeMany, load, transact } from '@talad/shared/stream'
import { heldUntil } from '../account/decide-wallet.ts'
import { heldRejection } from '../account/store.ts'
import { accounts, lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { requireLiveSession, revokeSessionsOf } from '../session/store.ts'
import { numbered } from './merge.ts'
import { findProved, type Merger } from './requests.ts'

/** ID-32: no wallet goes through many accounts for what each may do once. @throws Rejection WALLET_UNLINKED_LATELY */
async function requireStay(tx: Tx, identityId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ since: Date }>(
    `select greatest(created_at, migrated_on) as since from identity_link where id = $1 and identity_provider = 'web3'`,
    [identityId],
  )
  const [row] = rows
  if (row && heldUntil(row.since) > now) throw heldRejection(heldUntil(row.since))
}

/**
 * ID-33: moves the one way in that was proved to the account that asks; its account keeps another, and its sessions end.
 * @throws Rejection MERGE_EXPIRED, SESSION_EXPIRED, LAST_IDENTITY, TWO_CUSTOMERS for the Join identity, TOO_MANY_WALLETS, DEV_IDENTITY,
 * WALLET_UNLINKED_LATELY
 */
export function migrateProved(deps: Deps, caller: Merger, mergeId: string): Promise<void> {
  return transact(deps, async (tx) => {
    const now = deps.now()
    const to = caller.accountId
    const { accountId: from } = await findProved(tx, mergeId, caller, now)
    await lockAccounts(tx, [to, from])
    await requireLiveSession(tx, caller.sessionId)
    // looked at again under the locks: a change of either account's ways in has forgotten it
    const { identityId } = await findProved(tx, mergeId, caller, now)
    await requireStay(tx, identityId, now)
    const { state } = await load(tx, accounts, from)
    const identities = await numbered(
      tx,
      state.identities.filter(({ id }) => id === identityId),
    )
    const about = { why: 'migrate' as const, moveId: newId(now), by: 'person' as const, now }
    const give = { ...about, type: 'GiveIdentities' as const, to, identityIds: [identityId] }
    const take = { ...about, type: 'TakeIdentities' as const, from, identities }
    await changeMany(
      tx,
      [
        { stream: accounts, id: from, command: give },
        { stream: accounts, id: to, command: take },
      ],
      now,
    )
    await tx.query('update identity_link set migrated_account_id = $2, migrated_on = $3 where id = $1', [
      ...[identityId, from, now],
    ])
    await revokeSessionsOf(tx, from, now)
  })
}
