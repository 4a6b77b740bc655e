import { changeIn, transact } from '@talad/shared/stream'
import { forgetProved } from '../account/proved.ts'
import { accounts, lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { revokeSessionsOf } from '../session/store.ts'

/**
 * ID-42: forgets the person. What has only ids stays: the account's events, identities to sign in with, wallets, and the
 * money under the customer id, which can be reached by the same sign-in again. All sessions end with it, so that none of
 * them reads the person from the provider once more.
 */
export async function erasePerson(deps: Deps, accountId: string): Promise<void> {
  const now = deps.now()
  await transact(deps, async (tx) => {
    await lockAccounts(tx, [accountId])
    await changeIn(tx, accounts, accountId, { type: 'ErasePerson', now }, now)
    // before the sessions: one that a passkey begins meanwhile is seen then
    await tx.query('delete from passkey where account_id = $1', [accountId])
    await revokeSessionsOf(tx, accountId, now)
    await tx.query(
      'delete from person_name where link_id in (select id from identity_link where account_id = $1)',
      [accountId],
    )
    await tx.query(
      'delete from link_personal_data where link_id in (select id from identity_link where account_id = $1)',
      [accountId],
    )
    await forgetProved(tx, [accountId])
    await tx.query(`update session set device = '', site = '' where account_id = $1`, [accountId])
    const tables = [
      'security_event',
      'personal_data',
      'display_name',
      'favourite',
      'signing_request',
      'notification',
    ]
    for (const table of tables) await tx.query(`delete from ${table} where account_id = $1`, [accountId])
  })
}
