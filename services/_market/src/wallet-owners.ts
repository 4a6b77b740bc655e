import type { AccountChanged } from '@talad/proto/identity/v1/events'
import { columns, type Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'

/**
 * ID-27, ID-35: notes whose each wallet is in `wallet_owner`. A wallet moves between accounts, and the messages of two accounts
 * come in any order: the one with the higher number is the owner, whatever the other still says.
 * @returns the accounts whose wallets, as they are kept, may be another's now
 */
export async function saveOwners(tx: Tx, events: readonly AccountChanged[]): Promise<string[]> {
  const said = events.flatMap(({ accountId, wallets }) =>
    wallets.map(({ address, number }) => ({ accountId, address: address.toLowerCase(), number })),
  )
  if (said.length === 0) return []
  await lockKeys(
    tx,
    said.map(({ address }) => `wallet.${address}`),
  )
  const { rows } = await tx.query<{ account_id: string }>({
    name: 'wallet-owner.save',
    text: `with said as (
         select distinct on (address) * from unnest($1::text[], $2::text[], $3::bigint[]) as s (address, account_id, number)
         order by address, number desc),
       before as (select o.account_id from wallet_owner o join said s on s.address = o.address and s.account_id <> o.account_id),
       saved as (
         insert into wallet_owner as o (address, account_id, number) select address, account_id, number from said
         on conflict (address) do update set account_id = excluded.account_id, number = excluded.number
         where o.number <= excluded.number)
       select account_id from before`,
    values: columns(
      said,
      ({ address }) => address,
      ({ accountId }) => accountId,
      ({ number }) => String(number),
    ),
  })
  return [
    ...new Set([...said.map(({ accountId }) => accountId), ...rows.map(({ account_id }) => account_id)]),
  ]
}

/** As `saveOwners`, for a replica `account_replica` with its wallets in a list: those of others go from it. */
export async function keepOwners(tx: Tx, events: readonly AccountChanged[]): Promise<void> {
  const accounts = await saveOwners(tx, events)
  if (accounts.length === 0) return
  await tx.query(
    `update account_replica r set wallets = array(
       select u.address from unnest(r.wallets) with ordinality u (address, n)
       where not exists (select 1 from wallet_owner o where o.address = u.address and o.account_id <> r.account_id)
       order by u.n)
     where r.account_id = any($1::text[]) and exists (
       select 1 from unnest(r.wallets) u (address) join wallet_owner o on o.address = u.address
       where o.account_id <> r.account_id)`,
    [accounts],
  )
}
