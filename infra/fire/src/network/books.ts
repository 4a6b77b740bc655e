import { callRpc } from '@talad/contracts/rpc'
import type { Run } from '@talad/dev/run-file'
import { verifyLedger } from '@talad/ledger/books/proof'
import { type Db, openDb } from '@talad/shared/db'
import { Interface, id } from 'ethers'
import { z } from 'zod'
import { brokenInvariants, type Databases } from '../drained.ts'
import type { Memory } from './traffic.ts'

/** What the books hold in the end. */
export type Books = {
  faults: string[]
  purchases: number
  delivered: number
  refunded: number
  canceled: number
  charges: number
}

/** Opens the databases of a running system, past everything. */
export async function withDatabases<T>(run: Run, work: (databases: Databases) => Promise<T>): Promise<T> {
  const open = new Map<string, Db>()
  const databases = (name: string) => {
    const db = open.get(name) ?? openDb(run.databases[name] ?? '', { owner: true, max: 2, name: 'fire' })
    open.set(name, db)
    return db
  }
  try {
    return await work(databases)
  } finally {
    await Promise.all([...open.values()].map((db) => db.end()))
  }
}

const seaport = new Interface([
  'event OrderFulfilled(bytes32 orderHash, address indexed offerer, address indexed zone, address recipient, (uint8,address,uint256,uint256)[] offer, (uint8,address,uint256,uint256,address)[] consideration)',
])
const logs = z.array(z.object({ data: z.string(), topics: z.array(z.string()) }))

/** How often the chain filled each order. */
async function fillsOf(run: Run): Promise<Map<string, number>> {
  const filter = {
    address: run.contracts.seaport,
    fromBlock: '0x0',
    topics: [seaport.getEvent('OrderFulfilled')?.topicHash],
  }
  const fills = new Map<string, number>()
  for (const { data } of logs.parse(await callRpc(run.rpc, 'eth_getLogs', [filter]))) {
    const hash = data.slice(0, 66)
    fills.set(hash, (fills.get(hash) ?? 0) + 1)
  }
  return fills
}

const owner = id('ownerOf(uint256)').slice(0, 10)

async function ownerOf(run: Run, contract: string, tokenId: string): Promise<string> {
  const data = owner + BigInt(tokenId).toString(16).padStart(64, '0')
  const answer = z.string().parse(await callRpc(run.rpc, 'eth_call', [{ to: contract, data }, 'latest']))
  return `0x${answer.slice(-40)}`
}

type Sold = {
  id: string
  order_hash: string
  status: string
  buyer: string
  gross: bigint
  token: string
  refunded: boolean
}

/** Each paid purchase is delivered or refunded, once; the chain, the market and the indexer say the same. */
async function judgeDeliveries(run: Run, databases: Databases, books: Books): Promise<Sold[]> {
  const { rows } = await databases('shipping-payment').query<Sold>(
    `select s.id, s.order_hash, s.status, s.buyer_customer_id as buyer, s.gross, o.token_id as token,
       exists (select 1 from kit.event e where e.stream = 'shipping-' || s.id and e.type = 'ShippingRefunded') as refunded
     from shipping s join order_replica o on o.hash = s.order_hash`,
  )
  const fills = await fillsOf(run)
  const delivered = rows.filter(({ status }) => status === 'completed')
  const wanted = new Set(delivered.map(({ order_hash }) => order_hash))
  if (wanted.size < delivered.length) books.faults.push('an order was sold twice')
  for (const { id: purchase, order_hash, refunded } of delivered) {
    if (fills.get(order_hash) !== 1)
      books.faults.push(
        `purchase ${purchase} is completed, the chain filled its order ${fills.get(order_hash) ?? 0} times`,
      )
    if (refunded) books.faults.push(`purchase ${purchase} is delivered and refunded`)
  }
  for (const hash of fills.keys())
    if (!wanted.has(hash)) books.faults.push(`the chain filled ${hash}, which no completed purchase wanted`)
  const market = await databases('order-book').query<{ hash: string; status: string }>(
    'select hash, status from order_view',
  )
  for (const { hash, status } of market.rows)
    if ((status === 'completed') !== wanted.has(hash))
      books.faults.push(`the market shows ${hash} as ${status}`)
  books.purchases = rows.length
  books.delivered = delivered.length
  books.refunded = rows.filter(({ refunded }) => refunded).length
  books.canceled = rows.filter(({ status }) => status === 'canceled').length
  return rows
}

/** The owners that the indexer shows are those of the chain. */
async function judgeOwners(run: Run, databases: Databases, memory: Memory, books: Books): Promise<void> {
  const { rows } = await databases('asset-indexer').query<{ contract: string; token: string; owner: string }>(
    'select contract, token_id::text as token, owner from asset',
  )
  const shown = new Map(rows.map((row) => [`${row.contract} ${row.token}`, row.owner]))
  for (const { offer, buyer, shipping } of memory.ended) {
    const { contract, tokenId } = offer.good
    const real = await ownerOf(run, contract, tokenId)
    if (shown.get(`${contract} ${tokenId}`) !== real)
      books.faults.push(`the indexer shows another owner of ${tokenId}`)
    if ((real === buyer.address) !== (shipping.status === 'completed'))
      books.faults.push(`${tokenId} belongs to ${real} while its purchase is ${shipping.status}`)
  }
}

const provider = z.object({
  chillpay: z.object({
    transactions: z.array(
      z.looseObject({ customerId: z.string(), amount: z.coerce.bigint(), status: z.int() }),
    ),
  }),
})

/** What everybody has is what they were given and charged, less what they bought; each charge was credited once. */
async function judgeMoney(
  run: Run,
  databases: Databases,
  about: { memory: Memory; sold: readonly Sold[]; books: Books },
): Promise<void> {
  const { memory, sold, books } = about
  const { chillpay } = provider.parse(await (await fetch(`${run.sandbox}/control`)).json())
  const charges = chillpay.transactions.filter(({ status }) => status === 0)
  books.charges = charges.length
  const { rows } = await databases('ledger').query<{ customer_id: string; balance: bigint; locked: bigint }>(
    `select customer_id, balance, balance_locked as locked from account where unit = 'pt_thb'`,
  )
  const stored = new Map(rows.map((row) => [row.customer_id, row]))
  const buyers = new Set([...memory.given.keys(), ...sold.map(({ buyer }) => buyer)])
  for (const buyer of buyers) {
    const charged = sum(charges.filter(({ customerId }) => customerId === buyer).map(({ amount }) => amount))
    const paid = sum(
      sold.filter((one) => one.buyer === buyer && one.status === 'completed').map(({ gross }) => gross),
    )
    const expected = (memory.given.get(buyer) ?? 0n) + charged - paid
    const account = stored.get(buyer)
    if ((account?.balance ?? 0n) !== expected || (account?.locked ?? 0n) !== 0n)
      books.faults.push(
        `${buyer} should have ${expected} satang, none locked, and has ${account?.balance ?? 0n}, ${account?.locked ?? 0n} locked`,
      )
  }
  const earned = sum(
    memory.ended
      .filter(({ shipping }) => shipping.status === 'completed')
      .flatMap(({ shipping }) => shipping.distribution.map(({ value }) => BigInt(value))),
  )
  const price = sum(
    memory.ended
      .filter(({ shipping }) => shipping.status === 'completed')
      .map(({ offer }) => offer.priceSatang),
  )
  if (earned !== price)
    books.faults.push(`${price} satang were paid for what was sold, and ${earned} shared out`)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** Compares everything with everything, when all is at rest. */
export async function readBooks(run: Run, memory: Memory): Promise<Books> {
  const books: Books = { faults: [], purchases: 0, delivered: 0, refunded: 0, canceled: 0, charges: 0 }
  await withDatabases(run, async (databases) => {
    const { faults, transfers } = await verifyLedger(databases('ledger'))
    books.faults.push(...faults)
    books.faults.push(...(await brokenInvariants(databases)))
    if (transfers === 0n) books.faults.push('the ledger has sealed nothing')
    const sold = await judgeDeliveries(run, databases, books)
    await judgeOwners(run, databases, memory, books)
    await judgeMoney(run, databases, { memory, sold, books })
  })
  return books
}
