import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { openStall, type Stall } from '../stall.ts'
import { bankAndBack } from './walk-bank.ts'
import { lookAround } from './walk-market.ts'
import { beSomebody, enterByJoin, enterByWallet, learn, signThings } from './walk-people.ts'
import { sellAndBuy, tradeInCoins } from './walk-trade.ts'

/** Goes through everything that somebody can do on the site, once. @returns those who did it */
export async function walk(run: Run, cardSecret: string): Promise<Stall> {
  await appointStaff(run)
  const stall = await openStall(run)
  await enterByJoin(run)
  await enterByWallet(run)
  await tradeInCoins(stall)
  const shipping = await sellAndBuy(stall, cardSecret)
  await signThings(stall)
  await bankAndBack(run, stall.seller)
  await beSomebody(stall)
  await learn(stall)
  await lookAround(stall, shipping)
  return stall
}
