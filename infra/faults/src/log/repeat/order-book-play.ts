import { randomFrom, times } from '@talad/demo/random'
import type { ChainReader } from '@talad/order-book/chain/read'
import type { OrderBookConfig } from '@talad/order-book/config'
import { type Deps, makeDeps } from '@talad/order-book/deps'
import { activityJob } from '@talad/order-book/jobs/activity'
import { counterJob } from '@talad/order-book/jobs/counters'
import { suspendedJob } from '@talad/order-book/jobs/suspended'
import { transferCheckJob } from '@talad/order-book/jobs/transfer-check'
import { orders, streamId } from '@talad/order-book/order/stream'
import type { Terms } from '@talad/order-book/public-state/terms'
import { service } from '@talad/order-book/service'
import { inTx } from '@talad/shared/db'
import { changeIn } from '@talad/shared/stream'
import { hexOf, putOf } from '../order-samples.ts'
import { chainStory, type Truth } from './chain-story.ts'
import { consumersPlay } from './consumers-play.ts'
import type { Common } from './harness.ts'
import { doJobs } from './job-queue.ts'
import {
  accountStory,
  assessmentStory,
  assetStory,
  feeStory,
  shippingStory,
  suspensionStory,
} from './known-story.ts'
import { orderBookLook } from './order-book-seen.ts'
import { saleOf } from './order-life.ts'
import { hear, NOW, type Script, type Step, woven } from './steps.ts'

type OrderBook = Deps & Common

/** What the chain is to be asked about first comes first. */
const jobs = [transferCheckJob, counterJob, suspendedJob, activityJob]

/** What the chain holds, by the hash of each order. */
const truths = new Map<string, { truth: Truth; terms: Terms }>()

function truthOf(hash: string) {
  const known = truths.get(hash)
  if (!known) throw new Error(`the chain knows nothing of ${hash}`)
  return known
}

const unitsOf = (facts: Truth['facts'], hash: string) =>
  facts.reduce(
    (sum, fact) => (fact.kind === 'fulfilled' && fact.orderHash === hash ? sum + BigInt(fact.amount) : sum),
    0n,
  )

/** The node: it is ahead of what is heard, at the end of the story. */
const chain: ChainReader = {
  async listing(hash) {
    const { truth, terms } = truthOf(hash)
    const filled = unitsOf(truth.facts, hash) > 0n
    const cancelled = truth.facts.some((fact) => fact.kind === 'cancelled' && fact.orderHash === hash)
    const { offerer } = terms
    const about = { block: truth.head, filled, cancelled, counter: truth.counterOf(offerer) }
    return { ...about, balance: truth.balanceOf(terms), approved: truth.isApproved(offerer) }
  },
  offer: async () => {
    throw new Error('nobody offers in this play')
  },
  fills: async () => true,
  touched: async () => ({ owners: [], upTo: 0n, more: false }),
  contractAccepts: async () => false,
  async departure({ hash, amount: total }, { blockHash, txHash, block, logIndex }) {
    const { truth } = truthOf(hash)
    if (!truth.facts.some((fact) => fact.blockHash === blockHash && fact.tx === txHash)) return undefined
    const ownFill = truth.facts.some(
      (fact) => fact.tx === txHash && fact.kind === 'fulfilled' && fact.orderHash === hash,
    )
    const before = truth.facts.filter(
      (fact) => BigInt(fact.block) < block || (BigInt(fact.block) === block && fact.log < logIndex),
    )
    return { ownFill, left: total - unitsOf(before, hash) }
  },
}

/** The node is played. */
const settings = {
  NODE_ENV: 'test' as const,
  RPC_URL: 'http://127.0.0.1:1',
  RPC_TIMEOUT_MS: 1,
  SKIP_KYC_ON_PUT: false,
  PRICE_TOKENS: [] as OrderBookConfig['PRICE_TOKENS'],
}

function open(common: Common) {
  const config = { DATABASE_URL: common.url, ...settings } as OrderBookConfig
  const deps = { ...common, ...makeDeps(common as Common & Deps, config), chain }
  return { deps, close: () => deps.prisma.$disconnect() }
}

/** Does what is due. @returns how much was done; what can't be done yet stays due */
async function work(deps: OrderBook): Promise<number> {
  let done = 0
  for (const one of jobs) done += await doJobs(deps, one, notMined)
  return done
}

/** A transfer in a block that is gone is taken back by a message of its own. */
function notMined(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('is not of the chain'))) throw error
}

async function put(deps: OrderBook, terms: Terms): Promise<void> {
  await inTx(deps.db, async (tx) => {
    await changeIn(tx, orders, streamId(terms.hash), putOf(terms), NOW)
  })
}

/** Three listings of two sellers on a chain that takes blocks back, and what others say meanwhile. */
function scriptOf(seed: string): Script<OrderBook> {
  const random = randomFrom(seed)
  const listed = times(3, (n) => {
    const seller = `seller ${n % 2} of ${seed}`
    const who = {
      offerer: hexOf(seller, 40),
      accountId: `account of ${seller}`,
      customerId: `join-${seller}`,
    }
    const restricted = n < 2 // the last is in crypto: what left the wallet hides it, and ends nothing (OB-16)
    return saleOf(`${n} of ${seed}`, { ...who, tokenId: `${n}`, asOfBlock: 99n, restricted })
  })
  const { messages, truth } = chainStory(seed, listed, random)
  for (const terms of listed) truths.set(terms.hash, { truth, terms })
  const stories = listed.flatMap((terms, n) => [
    ...(n < 2 ? [accountStory(`${n} of ${seed}`, terms, random)] : []),
    ...(random() < 0.5 ? [assetStory(`${n} of ${seed}`, terms, random)] : []),
    ...(n === 0 ? [assessmentStory(`${n} of ${seed}`, terms, random)] : []),
    ...(n === 1 ? [feeStory(`${n} of ${seed}`, hexOf(`fees of ${seed}`, 40), random)] : []),
    ...(random() < 0.3 ? [shippingStory(`${n} of ${seed}`, terms, random)] : []),
    ...(random() < 0.5 ? [suspensionStory(`${n} of ${seed}`, terms, 2 + Math.floor(random() * 4))] : []),
  ])
  const looks = times(
    3,
    (n): Step<OrderBook> => ({ id: `look ${n}`, after: [], act: async (deps) => void (await work(deps)) }),
  )
  const told = [messages, ...stories.map((story) => story.messages)]
  return {
    async given(deps) {
      for (const terms of listed) await put(deps, terms)
    },
    steps: woven([...told.map((list) => list.map((message) => hear<OrderBook>(message))), looks], random),
    copies: stories.map(({ copy }) => copy),
  }
}

export const orderBookPlay = consumersPlay<Deps>(service, {
  open,
  async settle(deps) {
    while ((await work(deps)) > 0);
  },
  look: orderBookLook,
  scriptOf,
})
