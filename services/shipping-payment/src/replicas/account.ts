import { keepOwners } from '@talad/market/wallet-owners'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import type { Tx } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'

/** Whose a wallet is. */
export const accounts = replica({
  name: 'account',
  tables: ['account_replica', 'wallet_owner'],
  topic: 'identity.account.v1',
  event: AccountChangedSchema,
  key: ['account_id'],
  revision: 'revision',
  columns: ({ accountId, revision, customerId, wallets }) => ({
    account_id: accountId,
    revision,
    customer_id: customerId,
    wallets: wallets.map(({ address }) => address.toLowerCase()),
  }),
  saved: keepOwners,
})

export type Person = { accountId: string; customerId: string }

/** Whose the first of these wallets is that is anybody's; undefined: nobody's that has a customer id. */
export async function ownerOf(tx: Tx, wallets: readonly string[]): Promise<Person | undefined> {
  const { rows } = await tx.query<Person>(
    `select a.account_id as "accountId", a.customer_id as "customerId"
     from unnest($1::text[]) with ordinality w (address, n) join account_replica a on a.wallets @> array[w.address]
     order by n, a.account_id limit 1`,
    [wallets],
  )
  return rows[0]?.customerId ? rows[0] : undefined
}
