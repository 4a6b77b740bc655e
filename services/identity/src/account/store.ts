import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { Provider } from './events.ts'

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
