import { times } from '@talad/demo/random'
import { holds } from '../../proof.ts'
import { holdsOf, judgeLedger, type Ledger, ledgerEnd, openLedger, type Since } from '../ledger.ts'
import type { Environment, Operation, Workload } from '../workload.ts'
import { createProvider, type Provider } from './provider.ts'
import { earn, purchaseOperations } from './purchases.ts'
import {
  type Bank,
  isAnyUnderWay,
  judgeWithdrawal,
  openBank,
  registerAccount,
  type Withdrawers,
  withdrawalOperations,
} from './withdrawals.ts'

type Money = Environment & { ledger: Ledger; bank: Bank; provider: Provider }
type World = Withdrawers & { ledger: Ledger; since: Since }

const operations: readonly Operation<World>[] = [...purchaseOperations, ...withdrawalOperations]

/** Everything that moves money, through the ledger and bank-withdrawal. */
export const money: Workload<Money, World> = {
  name: 'money',
  length: [50, 60],
  async open(postgres, now) {
    const provider = createProvider()
    const [ledger, bank] = [await openLedger(postgres, now), await openBank(postgres, now, provider)]
    return { services: [ledger, bank], ledger, bank, provider }
  },
  async begin({ ledger, bank, provider }, simulation) {
    const { key } = simulation
    const people = {
      buyers: [`join-${key}.b0`, `join-${key}.b1`],
      sellers: times(4, (n) => `join-${key}.s${n}`),
      artist: `join-${key}.a`,
    }
    const lists = { purchases: [], cards: [], sent: [], withdrawals: [] }
    const world = { simulation, people, ...lists, bank, provider, ledger, since: await ledgerEnd(ledger.db) }
    for (const seller of people.sellers) {
      await registerAccount(bank.db, seller, simulation.now())
      earn(world, seller)
    }
    return world
  },
  operations,
  isUnderWay: isAnyUnderWay,
  async judge(world) {
    const { simulation, ledger, people, provider, withdrawals, since } = world
    const posted = await judgeLedger(ledger, since, simulation.messages, simulation.now())
    const customers = [...people.buyers, ...people.sellers, people.artist]
    const held = await holdsOf(ledger.db, customers)
    const known = new Set(withdrawals.map(({ id }) => id))
    const unknown = provider.references(`${simulation.key}.`).filter((reference) => !known.has(reference))
    holds(unknown.length === 0, `the provider was asked for ${unknown[0]}, which is no withdrawal`)
    const ends = posted.map(() => 'commands posted')
    for (const one of withdrawals) ends.push(`withdrawals ${await judgeWithdrawal(world, one, held)}`)
    return ends
  },
}
