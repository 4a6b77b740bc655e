import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { replica } from '@talad/shared/replica'

/** The wallets of accounts: who holds something may see what others may not (GW-7). */
export const accounts = replica({
  name: 'account',
  tables: ['account_replica'],
  topic: 'identity.account.v1',
  event: AccountChangedSchema,
  async save(tx, { accountId, revision, wallets }) {
    await tx.query(
      `insert into account_replica (account_id, revision, wallets) values ($1, $2, $3)
       on conflict (account_id) do update set revision = excluded.revision, wallets = excluded.wallets
       where account_replica.revision < excluded.revision`,
      [accountId, revision, wallets.map(({ address }) => address.toLowerCase())],
    )
  },
})
