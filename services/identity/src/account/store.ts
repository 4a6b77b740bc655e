import { isUniqueViolation, type Queryable, type Tx } from '@talad/shared/db'
import type { Handled, Stream } from '@talad/shared/handle'
import { Rejection } from '@talad/shared/rejection'
import { type AccountCommand, decide } from './decide.ts'
import { type AccountEvent, accountEvent, type Provider } from './events.ts'
import { type AccountState, evolve, initial, walletsOf } from './state.ts'

export const accounts: Stream<AccountState, AccountCommand, AccountEvent> = {
  name: 'account',
  event: accountEvent,
  initial,
  evolve,
  decide,
}

async function insertLink(
  tx: Tx,
  accountId: string,
  data: { identityId: string; provider: Provider; externalId: string; joinId?: string | undefined; at: Date },
): Promise<void> {
  await tx.query(
    `insert into identity_link (id, account_id, identity_provider, external_id, created_at)
     values ($1, $2, $3, $4, $5)`,
    [data.identityId, accountId, data.provider, data.externalId, data.at],
  )
  if (data.joinId === undefined) return
  await tx.query('update account set join_id = $2 where id = $1', [accountId, data.joinId])
}

async function saveWallets(tx: Tx, accountId: string, state: AccountState): Promise<void> {
  const wallets = walletsOf(state)
  await tx.query('delete from wallet where account_id = $1 and address <> all ($2)', [
    accountId,
    wallets.map((wallet) => wallet.address),
  ])
  for (const { address, provider } of wallets) {
    const saved = await tx.query(
      `insert into wallet (address, account_id, provider) values ($1, $2, $3)
       on conflict (address) do update set provider = excluded.provider
       where wallet.account_id = excluded.account_id`,
      [address, accountId, provider],
    )
    if (saved.rowCount !== 1) throw new Rejection('WALLET_INTEGRATED') // ID-27
  }
}

/**
 * Writes what an account is now, in the transaction that appended its events.
 * @throws Rejection WALLET_INTEGRATED, IDENTITY_IN_USE when another account has the wallet or the identity (ID-27)
 */
export async function saveAccount(
  tx: Tx,
  { events, state }: Handled<AccountState, AccountEvent>,
): Promise<void> {
  try {
    for (const event of events) {
      const { accountId } = state
      if (accountId === undefined) throw new Error('an event of an account that was never created')
      if (event.type === 'AccountCreated') {
        await tx.query('insert into account (id, created_at) values ($1, $2)', [accountId, event.data.at])
      }
      if (event.type === 'IdentityLinked') await insertLink(tx, accountId, event.data)
      if (event.type === 'KycLevelChanged') {
        await tx.query('update account set kyc_level = $2, kyc_changed_at = $3 where id = $1', [
          accountId,
          event.data.level,
          event.data.at,
        ])
      }
      if (event.type === 'PublicStateChanged') await saveWallets(tx, accountId, state)
    }
  } catch (error) {
    if (isUniqueViolation(error)) throw new Rejection('IDENTITY_IN_USE') // ID-27
    throw error
  }
}

const MAX_TRIES = 5

/**
 * Looks and writes again when another account took the identity or the wallet in between (ID-27).
 * @throws what `work` throws otherwise, and after five tries
 */
export async function retryTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const taken =
        error instanceof Rejection && ['IDENTITY_IN_USE', 'WALLET_INTEGRATED'].includes(error.code)
      if (!taken || tries === MAX_TRIES) throw error
    }
  }
}

export type WalletOwner = { accountId: string; joinId: string | undefined }

/** Who has a wallet, whatever provider vouches for it. */
export async function ownerOfWallet(db: Queryable, address: string): Promise<WalletOwner | undefined> {
  const found = await db.query<{ id: string; join_id: string | null }>(
    'select a.id, a.join_id from wallet w join account a on a.id = w.account_id where w.address = $1',
    [address],
  )
  const row = found.rows[0]
  return row && { accountId: row.id, joinId: row.join_id ?? undefined }
}

/** The account that an identity is linked to. */
export async function accountOfIdentity(
  db: Queryable,
  provider: Provider,
  externalId: string,
): Promise<string | undefined> {
  const found = await db.query<{ account_id: string }>(
    'select account_id from identity_link where identity_provider = $1 and external_id = $2',
    [provider, externalId],
  )
  return found.rows[0]?.account_id
}

/** The wallet that Join keeps for an account. */
export async function joinWalletOf(db: Queryable, accountId: string): Promise<string | undefined> {
  const found = await db.query<{ address: string }>(
    `select address from wallet where account_id = $1 and provider = 'join'`,
    [accountId],
  )
  return found.rows[0]?.address
}
