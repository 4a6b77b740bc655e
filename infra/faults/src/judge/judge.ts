import type { System } from '../system.ts'
import { brokenInvariants, failedChecks } from './invariants.ts'
import { judgeMarket } from './market.ts'
import { judgeMoney, type Known } from './money.ts'
import { judgePayouts } from './payouts.ts'
import { type Fault, judgePurchases, purchasesOf } from './purchases.ts'

/** What came of everything, and what of it is not as it should be. */
export type Verdict = {
  faults: Fault[]
  purchases: number
  delivered: number
  refunded: number
  canceled: number
  charges: number
  /** charges that the card provider gave back */
  returned: number
}

/** Compares all that happened with all that may have happened: services, chain, providers and people. Ask when drained. */
export async function judge(system: System, known: Known): Promise<Verdict> {
  const purchases = await purchasesOf(system)
  const completed = purchases.filter(({ status }) => status === 'completed')
  const sold = new Set(completed.map(({ order_hash }) => order_hash))
  const { charges, returned, faults } = await judgeMoney(system, purchases, known)
  const others = [
    ...faults,
    ...(await judgePayouts(system, known.earned ?? new Map())),
    ...(await failedChecks(system.db)),
    ...(await brokenInvariants(system.db)),
  ]
  return {
    faults: [
      ...(await judgePurchases(system, purchases)),
      ...(await judgeMarket(system, known.sales, sold)),
      ...others.map((what) => ({ what })),
    ],
    purchases: purchases.length,
    delivered: completed.length,
    refunded: purchases.filter(({ types }) => types.includes('ShippingRefunded')).length,
    canceled: purchases.filter(({ status }) => status === 'canceled').length,
    charges,
    returned,
  }
}
