import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Market, PriceToken } from '../market.ts'
import { walletsOfCustomers } from '../replicas/accounts.ts'
import { distribute, type Fee, type Share } from './decide.ts'
import { FULFILLER, withWallets } from './payees.ts'

type Priced = {
  token: PriceToken
  type: 'list' | 'offer'
  /** of the whole order, smallest unit */
  raw: bigint
  units: bigint
  fees: readonly Fee[]
  /** customer id of who puts the order */
  offerer: string
}

/** Who receives what of a price, and where: the same for a preview and for an order that is put (OB-34). */
export async function sharesOf(prisma: PrismaClient, market: Market, about: Priced): Promise<Share[]> {
  const { token, type, raw, units, fees, offerer } = about
  if (token.shipper) return distribute(raw, fees, offerer)
  const shares = distribute(raw, fees, type === 'offer' ? FULFILLER : offerer, units)
  const payees = shares.flatMap(({ type: kind, customerId }) => (kind === 'net' ? [] : (customerId ?? [])))
  return withWallets(shares, await walletsOfCustomers(prisma, payees), market.feeWallet)
}
