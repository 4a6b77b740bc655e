import type { Tx } from '@talad/shared/db'
import type { PrismaClient } from '../generated/prisma/client.ts'

export type KnownAccount = {
  accountId: string
  /** empty without a join identity */
  customerId: string
  kycLevel: number
  wallets: readonly { address: string; provider: string }[]
  revision: number
}

/** @returns false when a newer state of the account is known already */
export async function saveAccount(tx: Tx, account: KnownAccount): Promise<boolean> {
  const saved = await tx.query(
    `insert into account (account_id, customer_id, kyc_level, revision) values ($1, $2, $3, $4)
     on conflict (account_id) do update
       set customer_id = excluded.customer_id, kyc_level = excluded.kyc_level, revision = excluded.revision
     where account.revision < excluded.revision`,
    [account.accountId, account.customerId, account.kycLevel, account.revision],
  )
  if (saved.rowCount === 0) return false
  await tx.query('delete from wallet where account_id = $1', [account.accountId])
  await tx.query(
    `insert into wallet (account_id, address, provider)
     select $1, address, provider from unnest($2::text[], $3::text[]) as w (address, provider)
     on conflict (account_id, address) do nothing`,
    [
      account.accountId,
      account.wallets.map((wallet) => wallet.address.toLowerCase()),
      account.wallets.map((wallet) => wallet.provider),
    ],
  )
  return true
}

/** The wallets of an account: lower-case address to provider. */
export async function walletsOf(prisma: PrismaClient, accountId: string): Promise<Map<string, string>> {
  const rows = await prisma.wallet.findMany({ where: { account_id: accountId } })
  return new Map(rows.map((row) => [row.address, row.provider]))
}

/** 0 for an account that isn't known. */
export async function kycLevelOf(prisma: PrismaClient, accountId: string): Promise<number> {
  const row = await prisma.account.findUnique({ where: { account_id: accountId } })
  return row?.kyc_level ?? 0
}
