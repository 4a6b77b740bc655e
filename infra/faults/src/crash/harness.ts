import type { World } from '@talad/calls/world'
import { callRpc } from '@talad/contracts/rpc'
import type { Person } from '@talad/dev/seed/site'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'
import { mintGoods } from '../crowd/goods.ts'
import { offerGood, type Sale } from '../crowd/market.ts'
import { givePoints } from '../crowd/people.ts'
import { type Memory, noMemory } from '../crowd/shopper.ts'
import type { CrashSystem } from './system.ts'

/** What scenarios work with: the world of the call book, people who do one thing at a time, a growing stock of goods. */
export type Harness = {
  system: CrashSystem
  world: World
  /** how long anything may take, with processes dying on its way, before it counts as lost */
  patientMs: number
  memory: Memory
  /** earned baht that was given, by customer */
  earned: Map<string, bigint>
  /** runs with a buyer whom nobody else uses meanwhile */
  withBuyer<T>(work: (buyer: Person) => Promise<T>): Promise<T>
  /** one at a time per name */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** something new for sale, by whoever sells ordinary goods unless somebody is named */
  offer(seller?: Person): Promise<Sale>
  earn(buyer: Person, satang: bigint): Promise<void>
  /** has somebody send a transaction, and waits until it is in a block */
  send(from: string, to: string, data: string): Promise<void>
}

/** What somebody does from beginning to end; it goes on while processes die, and throws when it can't. */
export type Scenario = (harness: Harness) => Promise<void>

const STOCK = 48
const receiptSchema = z.object({ status: z.string() }).nullable()

/** Work of one name goes one after the other. */
function createAlone(): Harness['alone'] {
  const tails = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (tails.get(name) ?? Promise.resolve()).then(work)
    const over = mine.catch(() => undefined)
    tails.set(name, over)
    return mine
  }
}

export function createHarness(system: CrashSystem, patientMs: number): Harness {
  const { run, world } = system
  const free = [...system.crowd.buyers]
  const stock = [...system.crowd.goods]
  let minted = stock.length
  const alone = createAlone()
  const memory = noMemory()
  const earned = new Map<string, bigint>()
  // the last one is for what concerns all of a seller's listings
  const sellers = system.crowd.sellers.slice(0, -1)

  const goodOf = (seller: Person) =>
    alone('stock', async () => {
      const find = () => stock.findIndex(({ owner }) => owner === seller.address)
      if (find() === -1) {
        // it also lets Seaport move all that they own: nobody may be among them who has just taken that back
        const owners = sellers.includes(seller) ? sellers : [seller]
        const addresses = owners.map(({ address }) => address)
        stock.push(...(await mintGoods(run, addresses, STOCK, minted)))
        minted += STOCK
      }
      const [good] = stock.splice(find(), 1)
      if (!good) throw new Error('there is nothing to sell')
      return good
    })

  return {
    system,
    world,
    patientMs,
    memory,
    earned,
    alone,
    async withBuyer(work) {
      const buyer = await until('a buyer is free', () => free.shift(), patientMs)
      try {
        return await work(buyer)
      } finally {
        free.push(buyer)
      }
    },
    async offer(seller) {
      const n = world.next()
      const by = seller ?? sellers[n % sellers.length]
      if (!by) throw new Error('nobody sells')
      const sale: Sale = await offerGood(run, by, await goodOf(by), 20_000n + BigInt(n), patientMs)
      memory.sales.push(sale)
      return sale
    },
    async earn(buyer, satang) {
      await givePoints(buyer, Number(satang), `earned-${world.next()}`, 'ft_thb')
      earned.set(buyer.customerId, (earned.get(buyer.customerId) ?? 0n) + satang)
    },
    async send(from, to, data) {
      await callRpc(run.rpc, 'anvil_impersonateAccount', [from])
      const hash = await callRpc(run.rpc, 'eth_sendTransaction', [{ from, to, data, gas: '0x7a120' }])
      const receipt = await until('the transaction is mined', async () => {
        return receiptSchema.parse(await callRpc(run.rpc, 'eth_getTransactionReceipt', [hash])) ?? undefined
      })
      if (receipt.status !== '0x1') throw new Error(`a transaction of ${from} reverted`)
    },
  }
}
