import { between, type Random } from '@talad/demo/random'
import type { Run } from '@talad/dev/run-file'
import type { Crowd } from '../crowd/crowd.ts'
import { offerGood } from '../crowd/market.ts'
import { sideBySide } from '../crowd/patient.ts'
import { type Intent, type Memory, shop } from '../crowd/shopper.ts'
import type { Pace } from './pace.ts'

const SHARES: readonly (readonly [Intent, number])[] = [
  ['card', 0.42],
  ['points', 0.3],
  ['both', 0.1],
  ['declined', 0.08],
  ['cancel', 0.07],
  ['leave', 0.03],
]

/** A reservation that is left alone ends after ten minutes; only in a long run, at its beginning, there is time for it. */
const LONG_RUN = 200
const EARLY = 0.25
const LANES = 8

export type Plan = { index: number; intent: Intent; priceSatang: bigint }

/** Who wants what: the shares are kept exactly, also in a small run. @param mayLeave whether there is time to wait for it */
export function drawPlans(count: number, random: Random, mayLeave = true): Plan[] {
  return Array.from({ length: count }, (_, index) => {
    // a low-discrepancy walk over the shares
    let rest = ((index + 0.5) * 0.618_033_988_75) % 1
    const found = SHARES.find(([, share]) => {
      rest -= share
      return rest < 0
    })
    const wanted = found?.[0] ?? 'card'
    const noTime = wanted === 'leave' && (!mayLeave || count < LONG_RUN || index > count * EARLY)
    const priceSatang = BigInt(Math.floor(between(random, 2_000, 150_000)))
    return { index, intent: noTime ? 'card' : wanted, priceSatang }
  })
}

export type Buying = { crowd: Crowd; memory: Memory; pace: Pace; stepMs: number }

/** Everybody lists and buys, several at a time, as fast as the faults let them. */
export async function buyAll(
  run: Run,
  plans: readonly Plan[],
  { crowd, memory, pace, stepMs }: Buying,
): Promise<void> {
  await sideBySide(plans, LANES, async ({ index, intent, priceSatang }, place) => {
    await pace.purchaseMayBegin(place / plans.length)
    pace.purchaseBegan()
    const good = crowd.goods[index]
    const buyer = crowd.buyers[index % crowd.buyers.length]
    const seller = crowd.sellers.find(({ address }) => address === good?.owner)
    if (!good || !buyer || !seller) throw new Error('the crowd is too small')
    try {
      const sale = await offerGood(run, seller, good, priceSatang, stepMs)
      memory.sales.push(sale)
      await shop(buyer, sale, { intent, memory, withinMs: stepMs })
    } catch (error) {
      memory.trouble.push(`${seller.joinId} offering ${good.tokenId}: ${String(error)}`)
    }
  })
}
