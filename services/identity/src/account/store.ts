import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { ProvedIdentity, Wallet } from './events.ts'

const MAX_TRIES = 5
const TAKEN = new Set(['IDENTITY_IN_USE', 'WALLET_INTEGRATED', 'WALLET_UNLINKED_LATELY'])

/**
 * Looks and writes again when another account took the identity or the wallet in between (ID-27).
 * @throws what `work` throws otherwise, and after five tries
 */
export async function againWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const taken = error instanceof Rejection && TAKEN.has(error.code)
      if (!taken || tries === MAX_TRIES) throw error
    }
  }
}

export type WalletOwner = {
  accountId: string
  joinId: string | undefined
  /** ID-32: they have unlinked it, and nobody else may have it until then */
  heldUntil: Date | undefined
  /** ID-27: as of `Wallet` */
  provedOn: string | undefined
  /** ID-28: their account has no other way in than this wallet */
  isOnlyWay: boolean
}

type OwnerRow = {
  id: string
  join_id: string | null
  held_until: Date | null
  proved_on: string | null
  ways: bigint
}

/** Who has a wallet, whatever provider vouches for it, or had it so lately that nobody else may. */
export async function ownerOfWallet(
  db: Queryable,
  address: string,
  now: Date,
): Promise<WalletOwner | undefined> {
  const found = await db.query<OwnerRow>(
    `select a.id, a.join_id, w.held_until, w.proved_on,
       (select count(*) from identity_link l where l.account_id = a.id) as ways
     from wallet w join account a on a.id = w.account_id
     where w.address = $1 and (w.held_until is null or w.held_until > $2)`,
    [address, now],
  )
  const row = found.rows[0]
  return (
    row && {
      accountId: row.id,
      joinId: row.join_id ?? undefined,
      heldUntil: row.held_until ?? undefined,
      provedOn: row.proved_on ?? undefined,
      isOnlyWay: row.ways === 1n,
    }
  )
}

/** The account that an identity is linked to. */
export async function accountOfIdentity(
  db: Queryable,
  { provider, scope, externalId }: ProvedIdentity,
): Promise<string | undefined> {
  const found = await db.query<{ account_id: string }>(
    `select account_id from identity_link
     where identity_provider = $1 and provider_scope = $2 and external_id = $3`,
    [provider, scope, externalId],
  )
  return found.rows[0]?.account_id
}

/** The wallets of an account, the one that Join keeps first. */
export async function walletsOfAccount(db: Queryable, accountId: string): Promise<Wallet[]> {
  const found = await db.query<Wallet>(
    `select address, provider from wallet where account_id = $1 and held_until is null order by provider, address`,
    [accountId],
  )
  return found.rows
}

/** Whose wallets these are; those of nobody are left out. @param addresses lower case */
export async function ownersOfWallets(
  db: Queryable,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ address: string; account_id: string }>(
    'select address, account_id from wallet where address = any($1) and held_until is null',
    [addresses],
  )
  return new Map(rows.map(({ address, account_id }) => [address, account_id]))
}

/** Whose these wallets are, each once. @param addresses lower case */
export async function accountsOfWallets(db: Queryable, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const found = await db.query<{ account_id: string }>(
    `select distinct account_id from wallet where address = any($1) and held_until is null order by 1`,
    [addresses],
  )
  return found.rows.map(({ account_id: accountId }) => accountId)
}

/** The wallet that Join keeps for an account. */
export async function joinWalletOf(db: Queryable, accountId: string): Promise<string | undefined> {
  const found = await db.query<{ address: string }>(
    `select address from wallet where account_id = $1 and provider = 'join' and held_until is null`,
    [accountId],
  )
  return found.rows[0]?.address
}

/** The number of a wallet that comes to an account now. */
export async function nextWalletNumber(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ next: bigint }>("select nextval('wallet_number') as next")
  return Number(rows[0]?.next)
}

/** ID-32 */
export function heldRejection(until: Date): Rejection {
  return new Rejection('WALLET_UNLINKED_LATELY', { details: { until: until.toISOString() } })
}
