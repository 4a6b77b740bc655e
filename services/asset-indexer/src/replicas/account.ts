import { keepOwners } from '@talad/market/wallet-owners'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import type { Db } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'

/** The wallets of accounts: who holds something may see what others may not (GW-7). */
export const accounts = replica({
  name: 'account',
  tables: ['account_replica', 'wallet_owner'],
  topic: 'identity.account.v1',
  group: 'asset-indexer.account',
  event: AccountChangedSchema,
  key: ['account_id'],
  revision: 'revision',
  columns: ({ accountId, revision, wallets }) => ({
    account_id: accountId,
    revision,
    wallets: wallets.map(({ address }) => address.toLowerCase()),
  }),
  saved: keepOwners,
})

/** Whether a wallet, in lower case, is linked to an account. */
export async function isOwnWallet(db: Db, accountId: string | undefined, wallet: string): Promise<boolean> {
  if (accountId === undefined) return false
  const sql = 'select 1 from account_replica where account_id = $1 and $2 = any(wallets)'
  return (await db.query(sql, [accountId, wallet])).rows.length > 0
}
