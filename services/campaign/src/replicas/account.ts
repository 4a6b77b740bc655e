import { keepOwners } from '@talad/market/wallet-owners'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { arrayText, type Queryable, type Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'
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
    proved_on: Object.fromEntries(
      wallets.flatMap(({ address, provedOn }) =>
        provedOn === '' ? [] : [[address.toLowerCase(), provedOn]],
      ),
    ),
  }),
  saved: keepOwners,
})

type Row = { account_id: string; wallets: string[]; proved_on: Record<string, string> }

async function rowsOf(db: Queryable, accountIds: readonly string[]): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    'select account_id, wallets, proved_on from account_replica where account_id = any($1::text[])',
    [arrayText(accountIds)],
  )
  return rows
}

/** CA-27: the wallets of accounts that are theirs on a chain, each by its account's id; who has none is left out. */
export async function walletsOf(
  db: Queryable,
  accountIds: readonly string[],
  chainId: string,
): Promise<Map<string, string[]>> {
  const rows = await rowsOf(db, accountIds)
  return new Map(
    rows.flatMap(({ account_id, wallets, proved_on }) => {
      const own = wallets.filter((address) => (proved_on[address] ?? chainId) === chainId)
      return own.length === 0 ? [] : [[account_id, own]]
    }),
  )
}

/** CA-50: who grants what waits for a wallet, and the news of that wallet, wait for each other, until the transaction ends. */
export const holdWallets = (tx: Tx, accountIds: readonly string[]) =>
  lockKeys(
    tx,
    accountIds.map((id) => `wallet.${id}`),
  )

/** CA-50: the wallets that things are granted to; who has none is held, so that the news of one finds what waits for it. */
export async function walletsToMint(
  tx: Tx,
  accountIds: readonly string[],
  chainId: string,
): Promise<Map<string, string[]>> {
  const known = await walletsOf(tx, accountIds, chainId)
  const without = accountIds.filter((id) => !known.has(id))
  if (without.length === 0) return known
  await holdWallets(tx, without)
  return new Map([...known, ...(await walletsOf(tx, without, chainId))])
}

/** A chain that is known here: its slug, and its id. */
export type Chain = { chain: string; chainId: string }

/** CA-27: identity says ids of chains; one that isn't known here is no chain that anything is asked on. */
const slugOf = (provedOn: string, { chain, chainId }: Chain) =>
  provedOn === chainId ? chain : `chain ${provedOn}`

/** CA-27: the wallets of accounts that are known here; identity has told nothing of the others yet. */
export async function readWallets(
  db: Queryable,
  accountIds: readonly string[],
  at: Chain,
): Promise<Map<string, Wallet[]>> {
  const rows = await rowsOf(db, accountIds)
  return new Map(
    rows.map(({ account_id, wallets, proved_on }) => [
      account_id,
      wallets.map((address): Wallet => {
        const provedOn = proved_on[address]
        return provedOn === undefined ? { address } : { address, provedOn: slugOf(provedOn, at) }
      }),
    ]),
  )
}
