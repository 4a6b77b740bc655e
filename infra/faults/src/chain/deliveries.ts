import { setTimeout as delay } from 'node:timers/promises'
import { seaportInterface } from '@talad/contracts/calldata'
import { type Random, randomFrom } from '@talad/demo/random'
import { toQuantity, Wallet } from 'ethers'
import { z } from 'zod'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { watchGaps } from './gap-watch.ts'
import { type ChainHarness, onChain } from './on-chain.ts'
import { byChance, startRpcProxy } from './rpc-proxy.ts'
import { type Shop, startShop } from './shop.ts'
import { signedOrder } from './signed-order.ts'
import { addressOf, erc1155, OWNER, RELAYERS, type TestChain, TRADERS } from './test-chain.ts'

export const SELLER = TRADERS[0] ?? 0
export const CONFIRMATIONS = 2
/** purchases that people make at the same time */
const BUYERS = 6
/** of every so many deliveries, one meets a killed process, a time of dear gas */
const DELIVERIES_A_KILL = 20
const DELIVERIES_A_SPIKE = 50
const GAP_MS = 60_000
/** all of a purchase, with time-outs, fees that have to rise and restarts */
const DELIVERED_MS = 8 * 60_000

type Purchase = { orderHash: string; recipient: string }

/** The seller's units, and his leave to move them. */
export async function stock(chain: TestChain, units: number): Promise<void> {
  const { multiple, deployment } = chain
  const mint = erc1155.encodeFunctionData('mint', [addressOf(SELLER), 1, units])
  const approve = erc1155.encodeFunctionData('setApprovalForAll', [deployment.seaport, true])
  await chain.send({ from: OWNER, to: multiple, data: mint }, await chain.nonce(OWNER))
  await chain.send({ from: SELLER, to: multiple, data: approve }, await chain.nonce(SELLER))
  await chain.mine()
}

/** Blocks after changing times, and now and then a time at which gas is dear. */
function startMiner(chain: TestChain, random: Random): { spike(): void; stop(): Promise<void> } {
  let stopped = false
  let dear = 0
  const running = (async () => {
    while (!stopped) {
      await delay(300 + random() * 2_500)
      if (dear > 0) {
        dear -= 1
        await chain.rpc('anvil_setNextBlockBaseFeePerGas', toQuantity(300n * 10n ** 9n))
      }
      await chain.mine()
    }
  })()
  return {
    spike: () => {
      dear = 4
    },
    async stop() {
      stopped = true
      await running
    },
  }
}

const logsSchema = z.array(z.object({ data: z.string(), transactionHash: z.string() }))

/** How often each order was fulfilled on the chain as it is. */
export async function fulfilments(chain: TestChain): Promise<Map<string, number>> {
  const topic = seaportInterface.getEvent('OrderFulfilled')?.topicHash
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: chain.deployment.seaport, topics: [topic] }
  const counts = new Map<string, number>()
  for (const { data } of logsSchema.parse(await chain.rpc('eth_getLogs', filter))) {
    const orderHash = data.slice(0, 66)
    counts.set(orderHash, (counts.get(orderHash) ?? 0) + 1)
  }
  return counts
}

/** Looked at all the time, so that a run with a fault ends when it shows. */
async function noneTwice(chain: TestChain): Promise<void> {
  for (const [orderHash, times] of await fulfilments(chain))
    holds(times <= 1, `the order ${orderHash} was fulfilled ${times} times`)
}

async function buyAll(
  { size, seed, say }: Context,
  chain: TestChain,
  shop: Shop,
  disturb: (n: number) => Promise<void>,
) {
  const purchases: Purchase[] = []
  let next = 0
  const buyer = async () => {
    for (;;) {
      const n = next++
      if (n >= size) return
      const { hash, message } = await signedOrder(chain, SELLER, n + 1)
      const recipient = new Wallet(
        `0x${(BigInt(seed) * 10_000_000n + BigInt(n) + 1n).toString(16).padStart(64, '0')}`,
      )
      await shop.say(message)
      await shop.buy(`b${n}`, hash, recipient.address.toLowerCase())
      purchases.push({ orderHash: hash, recipient: recipient.address })
      await noneTwice(chain)
      if (n % 100 === 99) say(`${n + 1} purchases made`)
      await disturb(n)
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buyer))
  return purchases
}

type Ended = { id: string; status: string; failed_reason: string | null }

/** Waits until every delivery has ended. @returns those that did not end mined */
async function allEnded(shop: Shop, chain: TestChain, size: number): Promise<Ended[]> {
  let mined = -1
  let since = performance.now()
  for (;;) {
    const { rows } = await shop.db.query<Ended>('select id, status, failed_reason from kit.chain_tx')
    await noneTwice(chain)
    const done = rows.filter(({ status }) => status === 'mined' || status === 'failed')
    if (done.length === size) return rows.filter(({ status }) => status !== 'mined')
    if (done.length !== mined) {
      mined = done.length
      since = performance.now()
    }
    const stuck = rows.find(({ status }) => status !== 'mined')
    const idle = performance.now() - since
    holds(
      idle < DELIVERED_MS,
      `${mined} of ${size} deliveries ended, then none; one is ${JSON.stringify(stuck)}`,
    )
    await delay(500)
  }
}

async function unitsOf(chain: TestChain, owner: string): Promise<bigint> {
  const data = erc1155.encodeFunctionData('balanceOf', [owner, 1])
  return BigInt(String(await chain.rpc('eth_call', { to: chain.multiple, data }, 'latest')))
}

async function check(chain: TestChain, purchases: readonly Purchase[]): Promise<void> {
  const counts = await fulfilments(chain)
  for (const { orderHash, recipient } of purchases) {
    const times = counts.get(orderHash) ?? 0
    holds(times === 1, `the order ${orderHash} was fulfilled ${times} times`)
    const units = await unitsOf(chain, recipient)
    holds(units === 1n, `${recipient} has ${units} units of one that was bought`)
  }
}

async function deliver(context: Context, { chain, harness }: ChainHarness): Promise<Figures> {
  const { size, seed } = context
  const random = randomFrom(`${seed}/deliveries`)
  await stock(chain, 2 * size)
  const proxy = await startRpcProxy(chain.anvil.rpcUrl, byChance(randomFrom(`${seed}/faults`)))
  harness.closing.add('the way to the node', proxy.close)
  const about = { rpcUrl: proxy.url, confirmations: CONFIRMATIONS, relayers: RELAYERS }
  const shop = await startShop({ chain, harness }, about)
  const miner = startMiner(chain, randomFrom(`${seed}/blocks`))
  const watches = RELAYERS.map((relayer) => watchGaps(chain, relayer))
  let kills = 0
  try {
    const purchases = await buyAll(context, chain, shop, async (n) => {
      if (n % DELIVERIES_A_SPIKE === DELIVERIES_A_SPIKE - 1) miner.spike()
      if (n % DELIVERIES_A_KILL !== DELIVERIES_A_KILL - 1) return
      await delay(random() * 2_000)
      kills += 1
      await shop.restart()
    })
    const failed = await allEnded(shop, chain, size)
    holds(failed.length === 0, `${failed.length} deliveries failed, one of them: ${failed[0]?.failed_reason}`)
    await check(chain, purchases)
    const gaps = await Promise.all(watches.map((watch) => watch.stop()))
    const longest = Math.max(...gaps.map((gap) => gap.longest))
    holds(longest <= GAP_MS, `a nonce was missing before others for ${Math.round(longest / 1_000)} s`)
    const replaced = await shop.db.query<{ n: number }>(
      `select count(*)::int - count(distinct (t.signer, a.nonce))::int as n
       from kit.chain_tx_attempt a join kit.chain_tx t on t.id = a.job_id`,
    )
    return {
      deliveries: size,
      kills,
      faults: [...proxy.counts].map(([fault, times]) => `${times} ${fault}`).join(', '),
      'replaced at a higher fee': replaced.rows[0]?.n ?? 0,
      'nonces missing before others': gaps.reduce((sum, { count }) => sum + count, 0),
      'the longest of them (s)': Math.round(longest / 100) / 10,
    }
  } finally {
    for (const watch of watches) await watch.stop()
    await miner.stop()
  }
}

export const deliveries: Proof = {
  id: 'B34',
  title:
    'each paid delivery is fulfilled once whatever the node answers, and no nonce is missing for over 60 s',
  size: 1_000,
  unit: 'deliveries',
  limitMinutes: 120,
  run: (context) => onChain(context, (on) => deliver(context, on)),
  found: [],
}
