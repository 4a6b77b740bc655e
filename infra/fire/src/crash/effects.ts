import { seaportInterface } from '@talad/contracts/calldata'
import { callRpc } from '@talad/contracts/rpc'
import { verifyLedger } from '@talad/ledger/books/proof'
import { id } from 'ethers'
import { z } from 'zod'
import { brokenInvariants } from '../drained.ts'
import { judgePayouts } from './payouts.ts'
import type { Deal, Stage } from './stage.ts'
import type { World } from './world.ts'

type Sold = { id: string; order_hash: string; status: string; buyer: string; gross: bigint; types: string[] }
const logs = z.array(z.object({ data: z.string() }))

/** How often the chain filled each order. */
async function fillsOf(world: World): Promise<Map<string, number>> {
  const { run } = world.where
  const topic = seaportInterface.getEvent('OrderFulfilled')?.topicHash
  const filter = { address: run.contracts.seaport, fromBlock: '0x0', topics: [topic] }
  const fills = new Map<string, number>()
  for (const { data } of logs.parse(await callRpc(run.rpc, 'eth_getLogs', [filter]))) {
    const hash = data.slice(0, 66)
    fills.set(hash, (fills.get(hash) ?? 0) + 1)
  }
  return fills
}

async function ownerOnChain(world: World, { good }: Deal): Promise<string> {
  const data = id('ownerOf(uint256)').slice(0, 10) + BigInt(good.tokenId).toString(16).padStart(64, '0')
  const answer = await callRpc(world.where.run.rpc, 'eth_call', [{ to: good.contract, data }, 'latest'])
  return `0x${z.string().parse(answer).slice(-40)}`
}

/** Events that may stand in the log of one purchase once, whatever was repeated. */
const ONCE = ['ShippingOpened', 'PaymentCompleted', 'DeliveryConfirmed', 'DeliveryFailed', 'ShippingSettled']
const ALSO_ONCE = [...ONCE, 'ShippingRefunded', 'ShippingCanceled', 'PaidTooLate']

function twice(types: readonly string[]): string[] {
  return ALSO_ONCE.filter((type) => types.filter((one) => one === type).length > 1)
}

/** The legs of a purchase that move its price: into escrow, to the seller, or back. */
const [PAID, SETTLED, BACK] = [
  'shipping.capture.escrow.in',
  'settlement.escrow.out',
  'refund.escrow.out',
] as const

type Judged = { deal: Deal | undefined; what: string }
export type Verdict = {
  faults: Judged[]
  delivered: number
  refunded: number
  credits: number
  returned: number
}

/** Each purchase had one effect: delivered once and settled, or not delivered and the money back. */
async function judgePurchases({ world, deals }: Stage, verdict: Verdict): Promise<Sold[]> {
  const { rows } = await world.db('shipping-payment').query<Sold>(
    `select s.id, s.order_hash, s.status, s.buyer_customer_id as buyer, s.gross,
       (select array_agg(type) from kit.event where stream = 'shipping-' || s.id) as types from shipping s`,
  )
  const moves = await world.db('ledger').query<{ id: string; leg: string; value: bigint; times: bigint }>(
    `select related_id as id, leg, sum(value) as value, count(*) as times from flow
     where account = 'platform:escrow' group by related_id, leg`,
  )
  const fills = await fillsOf(world)
  const byHash = new Map(deals.map((deal) => [deal.order.hash, deal]))
  const fault = (order: string, what: string) => verdict.faults.push({ deal: byHash.get(order), what })
  const moved = (shipping: string, leg: string) =>
    moves.rows.find((row) => row.id === shipping && row.leg === leg) ?? { value: 0n, times: 0n }
  for (const { id: purchase, order_hash, status, gross, types } of rows) {
    for (const type of twice(types)) fault(order_hash, `purchase ${purchase} has ${type} twice`)
    const isSold = status === 'completed'
    if (isSold) verdict.delivered += 1
    if (moved(purchase, BACK).value > 0n) verdict.refunded += 1
    const [inn, settled, back] = [PAID, SETTLED, BACK].map((leg) => moved(purchase, leg).value)
    if (isSold && (inn !== gross || settled !== gross || back !== 0n))
      fault(
        order_hash,
        `purchase ${purchase} is completed: ${inn} in, ${settled} settled, ${back} back of ${gross}`,
      )
    if (!isSold && (inn !== back || settled !== 0n))
      fault(
        order_hash,
        `purchase ${purchase} is ${status}: ${inn} in, ${settled} settled, ${back} back of ${gross}`,
      )
  }
  const sold = rows.filter(({ status }) => status === 'completed')
  for (const { order_hash } of sold)
    if (fills.get(order_hash) !== 1)
      fault(order_hash, `a delivered order was filled ${fills.get(order_hash) ?? 0} times`)
  for (const hash of fills.keys())
    if (!sold.some(({ order_hash }) => order_hash === hash)) fault(hash, `${hash} was filled, but not sold`)
  return sold
}

/** The chain, the market and the indexer tell the same of each listing. */
async function judgeGoods({ world, deals }: Stage, sold: readonly Sold[], verdict: Verdict): Promise<void> {
  const views = await world
    .db('order-book')
    .query<{ hash: string; status: string }>('select hash, status from order_view')
  const shown = await world
    .db('asset-indexer')
    .query<{ contract: string; token: string; owner: string; sales: bigint }>(
      `select contract, token_id::text as token, owner,
         (select count(*) from activity a where a.asset_id = asset.id and a.type = 'sale') as sales from asset`,
    )
  for (const deal of deals) {
    const isSold = sold.some(({ order_hash }) => order_hash === deal.order.hash)
    const owner = await ownerOnChain(world, deal)
    const fault = (what: string) => verdict.faults.push({ deal, what: `token ${deal.good.tokenId} ${what}` })
    if ((owner === deal.seller.address) === isSold)
      fault(`is ${isSold ? 'sold' : 'not sold'} and belongs to ${owner}`)
    const view = views.rows.find(({ hash }) => hash === deal.order.hash)
    if ((view?.status === 'completed') !== isSold) fault(`is shown as ${view?.status} by the market`)
    const asset = shown.rows.find(
      ({ token, contract }) => token === deal.good.tokenId && contract === deal.good.contract,
    )
    if (asset?.owner !== owner) fault(`belongs to ${owner}, the indexer shows ${asset?.owner}`)
    if (asset?.sales !== (isSold ? 1n : 0n)) fault(`has ${asset?.sales} sales in the activity`)
  }
}

const provider = z.object({
  chillpay: z.object({
    transactions: z.array(
      z.looseObject({
        ...{ id: z.string(), status: z.number(), amount: z.string(), customerId: z.string() },
        returns: z.array(z.unknown()),
      }),
    ),
  }),
})

/** Every charge of the provider is one credit, every given point is one credit, and nothing else is. */
async function judgeMoney({ world, given }: Stage, sold: readonly Sold[], verdict: Verdict): Promise<void> {
  const answer = await fetch(`${world.where.run.sandbox}/control`)
  const charged = provider
    .parse(await answer.json())
    .chillpay.transactions.filter(({ status }) => status === 0)
  const topups = await world
    .db('shipping-payment')
    .query<{ order_no: string; id: string }>('select order_no, id from topup')
  const orderNoOf = new Map(topups.rows.map((row) => [row.id, row.order_no]))
  const credits = await world.db('ledger').query<{ topup: string; customer: string; value: bigint }>(
    `select related_id as topup, account as customer, value from flow
       where flow_event = 'topup' and flow_type = 'in' and unit = 'pt_thb'`,
  )
  const due = new Map(given)
  const add = (customer: string, value: bigint) => due.set(customer, (due.get(customer) ?? 0n) + value)
  const fault = (what: string) => verdict.faults.push({ deal: undefined, what })
  for (const { id: orderNo, amount, customerId, returns } of charged) {
    if (returns.length > 1) fault(`the charge ${orderNo} was given back ${returns.length} times`)
    verdict.returned += returns.length
    if (returns.length === 0) add(customerId, BigInt(amount))
    const found = credits.rows.filter(({ topup }) => orderNoOf.get(topup) === orderNo)
    if (found.length !== 1 || String(found[0]?.value) !== amount)
      fault(`the charge ${orderNo} of ${amount} was credited ${found.length} times`)
  }
  verdict.credits = charged.length
  const carded = credits.rows.filter(({ topup }) => orderNoOf.has(topup))
  if (carded.length !== charged.length)
    fault(`${carded.length} card payments were credited, the provider charged ${charged.length}`)
  for (const customer of given.keys()) {
    const sum = credits.rows
      .filter((row) => row.customer === customer && !orderNoOf.has(row.topup))
      .reduce((total, { value }) => total + value, 0n)
    if (sum !== given.get(customer))
      fault(`${customer} was given ${given.get(customer)} points and has got ${sum}`)
  }
  for (const { buyer, gross } of sold) add(buyer, -gross)
  const accounts = await world
    .db('ledger')
    .query<{ customer_id: string; balance: bigint }>(
      `select customer_id, balance from account where unit = 'pt_thb' and customer_id like 'join-crowd-buyer-%'`,
    )
  for (const { customer_id: customer, balance } of accounts.rows)
    if (balance !== (due.get(customer) ?? 0n))
      fault(`${customer} has ${balance} points instead of ${due.get(customer)}`)
}

/** Compares all that happened with all that may have happened. */
export async function judge(stage: Stage): Promise<Verdict> {
  const verdict: Verdict = { faults: [], delivered: 0, refunded: 0, credits: 0, returned: 0 }
  const sold = await judgePurchases(stage, verdict)
  await judgeGoods(stage, sold, verdict)
  await judgeMoney(stage, sold, verdict)
  const { faults } = await verifyLedger(stage.world.db('ledger'))
  const broken = [
    ...faults.map((what) => `ledger: ${what}`),
    ...(await judgePayouts({
      sandbox: stage.world.where.run.sandbox,
      db: stage.world.db,
      earned: stage.earned,
    })),
    ...(await brokenInvariants(stage.world.db)),
  ]
  verdict.faults.push(...broken.map((what) => ({ deal: undefined, what })))
  return verdict
}
