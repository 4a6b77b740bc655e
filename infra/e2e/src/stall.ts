import { holdings } from '@talad/demo/plan'
import type { Run } from '@talad/dev/run-file'
import { type Person, signIn } from '@talad/dev/seed/site'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import type { Order } from '@talad/proto/http/order-book/orders'
import { listNow } from './people.ts'

/** A seller with goods, and two buyers: where the failure paths happen. */
export type Stall = {
  run: Run
  seller: Person
  buyer: Person
  rival: Person
  /** lists the seller's next fish */
  offer(priceSatang: bigint): Promise<Order>
}

/** Signs everybody in. The goods are Somchai's fighting fish, one after the other. */
export async function openStall(run: Run): Promise<Stall> {
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  if (!collection) throw new Error('there are no fish')
  const [seller, buyer, rival] = await Promise.all([
    signIn(run, 'demo-somchai'),
    signIn(run, 'demo-mali'),
    signIn(run, 'demo-anan'),
  ])
  const fish = holdings.filter((one) => one.collection === 'betta' && one.owner === 'seller')
  const offer = async (priceSatang: bigint) => {
    const next = fish.shift()
    if (!next) throw new Error('all fish are listed')
    const tokenId = String(next.tokenId)
    const wish = { contract: collection.address, type: collection.type, tokenId, amount: 1n, priceSatang }
    return listNow(run, seller, wish)
  }
  return { run, seller, buyer, rival, offer }
}

/** What somebody may spend, in satang. */
export async function spendable(person: Person): Promise<number> {
  const { list: balances } = await person.call(ledgerHttp.creditBalances, {})
  return balances.find(({ unit }) => unit === 'pt_thb')?.balance_spendable ?? 0
}

/** How often somebody was credited a top-up of this amount. */
export async function credits(person: Person, amount: number): Promise<number> {
  const { list: flows } = await person.call(ledgerHttp.creditHistory, {
    query: { lm: '100', unit: 'pt_thb' },
  })
  return flows.filter(({ flow_event, flow_type, value }) => {
    return flow_event === 'topup' && flow_type === 'in' && value === amount
  }).length
}
