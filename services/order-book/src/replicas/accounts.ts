import { saveOwners } from '@talad/market/wallet-owners'
import { type AccountChanged, AccountChangedSchema } from '@talad/proto/identity/v1/events'
import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { replica } from '@talad/shared/replica'
import type { PrismaClient } from '../generated/prisma/client.ts'

async function saveWallets(tx: Tx, { accountId, wallets }: AccountChanged): Promise<void> {
  await tx.query('delete from wallet where account_id = $1', [accountId])
  await tx.query(
    `insert into wallet (account_id, address, provider)
     select $1, address, provider from unnest($2::text[], $3::text[]) as w (address, provider)
     on conflict (account_id, address) do nothing`,
    [
      accountId,
      wallets.map((wallet) => wallet.address.toLowerCase()),
      wallets.map((wallet) => wallet.provider),
    ],
  )
}

/** What these accounts had, and others have now. */
const dropOthers = (tx: Tx, accountIds: readonly string[]) =>
  tx.query(
    `delete from wallet w using wallet_owner o
     where w.account_id = any($1::text[]) and o.address = w.address and o.account_id <> w.account_id`,
    [accountIds],
  )

/** Who owns which wallet, and how well they are known. */
export const accounts = replica({
  name: 'accounts',
  tables: ['account', 'wallet', 'wallet_owner'],
  topic: 'identity.account.v1',
  event: AccountChangedSchema,
  key: ['account_id'],
  revision: 'revision',
  columns: ({ accountId, customerId, kycLevel, revision }) => ({
    account_id: accountId,
    customer_id: customerId, // empty: without a join identity
    kyc_level: kycLevel,
    revision,
  }),
  async saved(tx, events) {
    await each(saveWallets)(tx, events)
    await dropOthers(tx, await saveOwners(tx, events))
  },
})

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

export type Party = { customerId: string; accountId: string; kycLevel: number }

/** Who has this customer id; undefined for nobody that is known. */
export async function partyOf(prisma: PrismaClient, customerId: string): Promise<Party | undefined> {
  const row = await prisma.account.findFirst({ where: { customer_id: customerId } })
  return row ? { customerId, accountId: row.account_id, kycLevel: row.kyc_level } : undefined
}

/** The wallet at which each customer is paid in crypto: the Join wallet, else the first. */
export async function walletsOfCustomers(
  prisma: PrismaClient,
  customerIds: readonly string[],
): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map()
  const accounts = await prisma.account.findMany({ where: { customer_id: { in: [...customerIds] } } })
  const owners = new Map(accounts.map((account) => [account.account_id, account.customer_id]))
  const wallets = await prisma.wallet.findMany({
    where: { account_id: { in: [...owners.keys()] } },
    orderBy: { address: 'desc' },
  })
  const byRank = wallets.sort((a, b) => Number(a.provider === 'join') - Number(b.provider === 'join'))
  return new Map(byRank.map(({ account_id, address }) => [owners.get(account_id) ?? '', address]))
}
