import { callRpc } from '@talad/contracts/rpc'
import type { Person } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import { operationsHttp } from '@talad/proto/http/operations'
import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'
import { mintGoods } from '../crowd/goods.ts'
import type { Sale } from '../crowd/market.ts'
import { offerGood } from '../crowd/market.ts'
import { givePoints, type Unit } from '../crowd/people.ts'
import { follow, reserve } from '../crowd/purchase.ts'
import { createChief } from './staff.ts'
import type { CrashSystem } from './system.ts'

/** A listing that is to be sold at most once, and what may become of the purchase of it. */
export type Deal = Sale & {
  scenario: string
  buyer: Person
  shippingId?: string
  since: number
  until?: number
}

/** What scenarios work with: people who do one thing at a time, and a growing stock of goods. */
export type Harness = {
  system: CrashSystem
  /** how long anything may take, with processes dying on its way, before it counts as lost */
  patientMs: number
  deals: Deal[]
  /** points that were given, by customer */
  given: Map<string, bigint>
  /** earned baht that was given */
  earned: Map<string, bigint>
  /** a number that nobody else gets */
  next(): number
  /** runs with a buyer whom nobody else uses meanwhile */
  withBuyer<T>(work: (buyer: Person) => Promise<T>): Promise<T>
  /** one at a time per name */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** at a price that the buyer does not have, whatever earlier purchases have left behind */
  offer(scenario: string, buyer: Person, seller?: Person): Promise<Deal>
  /** more goods for the stock, on the chain; the services hear of it by themselves */
  mint(count: number): Promise<void>
  give(buyer: Person, satang: bigint): Promise<void>
  /** earned baht, so that there is as much of it */
  earn(buyer: Person, satang: bigint): Promise<void>
  /** the admin who may do everything */
  chief(): Promise<Person>
  /** has a piece of work done now instead of at its time, if there is such a piece */
  hasten(service: string, task: string, key?: string): Promise<void>
  /** has somebody send a transaction, and waits until it is in a block */
  send(from: string, to: string, data: string): Promise<void>
}

/** What somebody does from beginning to end; it goes on while processes die, and throws when it can't. */
export type Scenario = (harness: Harness) => Promise<void>

const STOCK = 48
/** Whoever sells the ordinary goods; the last seller is for what concerns all of a seller's listings. */
export const ordinary = (system: CrashSystem) => system.crowd.sellers.slice(0, -1)
const receiptSchema = z.object({ status: z.string() }).nullable()

/** Lines of waiting: work of one name goes one after the other. */
function createAlone(): Harness['alone'] {
  const tails = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (tails.get(name) ?? Promise.resolve()).then(work)
    tails.set(
      name,
      mine.catch(() => undefined),
    )
    return mine
  }
}

export function createStage(system: CrashSystem, patientMs: number): Harness {
  const { run } = system
  const free = [...system.crowd.buyers]
  const stock = [...system.crowd.goods]
  let minted = stock.length
  let count = 0
  const alone = createAlone()
  const given = new Map<string, bigint>()
  const earned = new Map<string, bigint>()
  const chief = createChief(run, patientMs)
  const deals: Deal[] = []
  const next = () => count++

  /** also lets Seaport move all that they own, so nobody may be among them who has just taken that back */
  const mintFor = async (owners: readonly Person[], count: number) => {
    const addresses = owners.map(({ address }) => address)
    stock.push(...(await mintGoods(run, addresses, count, minted)))
    minted += count
  }
  const goodOf = (seller: Person) =>
    alone('stock', async () => {
      const find = () => stock.findIndex(({ owner }) => owner === seller.address)
      const others = ordinary(system)
      if (find() === -1) await mintFor(others.includes(seller) ? others : [seller], STOCK)
      const [good] = stock.splice(find(), 1)
      if (!good) throw new Error('there is nothing to sell')
      return good
    })

  const balanceOf = async ({ customerId }: Person, unit: Unit) => {
    const { rows } = await system
      .db('ledger')
      .query<{ balance: bigint }>('select balance from account where unit = $2 and customer_id = $1', [
        ...[customerId, unit],
      ])
    return rows[0]?.balance ?? 0n
  }
  const credit = async (to: Map<string, bigint>, person: Person, unit: Unit, satang: bigint) => {
    await givePoints(person, Number(satang), `points-${next()}`, unit)
    to.set(person.customerId, (to.get(person.customerId) ?? 0n) + satang)
  }

  return {
    system,
    patientMs,
    deals,
    given,
    earned,
    next,
    alone,
    async withBuyer(work) {
      const buyer = await until('a buyer is free', async () => free.shift(), 600_000)
      try {
        return await work(buyer)
      } finally {
        free.push(buyer)
      }
    },
    async offer(scenario, buyer, seller) {
      const n = next()
      const sellers = ordinary(system)
      const by = seller ?? sellers[n % sellers.length]
      if (!by) throw new Error('nobody sells')
      const good = await goodOf(by)
      const price = (await balanceOf(buyer, 'pt_thb')) + 20_000n + BigInt(n)
      const since = Date.now()
      const deal: Deal = { ...(await offerGood(run, by, good, price)), scenario, buyer, since }
      deals.push(deal)
      return deal
    },
    mint: (count) => alone('stock', () => mintFor(ordinary(system), count)),
    give: (buyer, satang) => credit(given, buyer, 'pt_thb', satang),
    async earn(buyer, satang) {
      const missing = satang - (await balanceOf(buyer, 'ft_thb'))
      if (missing > 0n) await credit(earned, buyer, 'ft_thb', missing)
    },
    chief,
    async hasten(service, task, key = '') {
      const { call } = await chief()
      await call(operationsHttp.runJob, { body: { service, task, key, note: 'not later' } }).catch(
        (error: unknown) => {
          if (!(error instanceof ResponseError && error.code === 'not_found')) throw error
        },
      )
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

/** Offers something and reserves it. */
export async function reserved(harness: Harness, scenario: string, buyer: Person, seller?: Person) {
  const deal = await harness.offer(scenario, buyer, seller)
  const shipping = await reserve(buyer, deal.order)
  deal.shippingId = shipping._id
  return { deal, shipping }
}

/** Follows a purchase to one of these ends. @throws Error when it comes to none, or to another */
export async function endsAs(
  harness: Harness,
  deal: Deal,
  shippingId: string,
  ends: readonly Shipping['status'][],
): Promise<Shipping> {
  deal.shippingId = shippingId
  const over = ['completed', 'canceled', 'failed']
  const last = await follow(deal.buyer, shippingId, ({ status }) => over.includes(status), harness.patientMs)
  deal.until = Date.now()
  if (!ends.includes(last.status))
    throw new Error(`the purchase ${shippingId} ended as ${last.status}, not ${ends.join(' or ')}`)
  return last
}
