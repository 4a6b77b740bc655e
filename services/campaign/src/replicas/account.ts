import { keepOwners } from '@talad/market/wallet-owners'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { arrayText, type Queryable } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import type { Wallet } from '../requirement/snapshot.ts'

/** CA-50: the wallets of accounts, in the order in which they are chosen: the Join wallet, then the oldest. */
export const accounts = replica({
  name: 'account',
  tables: ['account_replica', 'wallet_owner'],
  topic: 'identity.account.v1',
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

/** The wallets of accounts, each by its id; who has none is left out. */
export async function walletsOf(
  db: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ account_id: string; wallets: string[] }>(
    'select account_id, wallets from account_replica where account_id = any($1::text[]) and cardinality(wallets) > 0',
    [arrayText(accountIds)],
  )
  return new Map(rows.map((row) => [row.account_id, row.wallets]))
}

/**
 * CA-27: the wallets of accounts that are known here; identity has told nothing of the others yet. It doesn't tell which of
 * them a contract proved, or on which chain: each counts on all.
 */
export async function readWallets(
  db: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, Wallet[]>> {
  const { rows } = await db.query<{ account_id: string; wallets: string[] }>(
    'select account_id, wallets from account_replica where account_id = any($1::text[])',
    [arrayText(accountIds)],
  )
  return new Map(rows.map((row) => [row.account_id, row.wallets.map((address) => ({ address }))]))
}
