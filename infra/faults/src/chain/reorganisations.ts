import { openRpc } from '@talad/asset-indexer/chain/rpc'
import { registerCollections } from '@talad/asset-indexer/collection/register'
import { createScanner } from '@talad/asset-indexer/scan/scanner'
import { openScanDb } from '@talad/asset-indexer/scan/store'
import { type Random, randomFrom } from '@talad/demo/random'
import { root } from '@talad/dev/config'
import { orders, streamId } from '@talad/order-book/order/stream'
import { terms as orderTerms } from '@talad/order-book/public-state/terms'
import type { Order } from '@talad/proto/http/order-book/orders'
import { type Db, inTx } from '@talad/shared/db'
import { changeIn } from '@talad/shared/stream'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'
import { withHarness } from '../harness.ts'
import { type Context, Disproved, type Figures, holds, type Proof } from '../proof.ts'
import { putOf } from '../simulator/order-samples.ts'
import { createJournal, type Journal } from './journal.ts'
import { putListing } from './listing.ts'
import { type Market, startMarket } from './market.ts'
import { type ChainHarness, onChain } from './on-chain.ts'
import { CHAIN_TABLES, difference, MARKET_TABLES, ORDER_TABLES } from './tables.ts'
import type { TestChain } from './test-chain.ts'
import { createTraffic, type Traffic } from './traffic.ts'

const DEEPEST = 200
const orderPut = z.object({ terms: orderTerms })
/** reorganisations are shallower and deeper */
const CONFIRMATIONS = 12
/** the bar names a time up to this depth */
const QUICK_DEPTH = 40
const QUICK_MS = 2_500
const FOLLOWED_MS = 40_000
/** what the scan writes is there at once; orders follow when messages have come and the chain was asked */
const INDEXED_MS = 30_000
const SETTLED_MS = 60_000
const COMPARE_EACH = 20

/** Waits until two databases are the same. @throws Disproved with where they differ */
async function same(
  ours: Db,
  replayed: Db,
  tables: Readonly<Record<string, string>>,
  when: string,
  waitMs: number,
) {
  let last: string | undefined
  const done = until(
    'the tables are the same',
    async () => {
      last = await difference(ours, replayed, tables)
      return last === undefined
    },
    waitMs,
  )
  await done.catch(() => {
    throw new Disproved(`${when}: ${last}`)
  })
}

/** What a plain scan of the chain as it is now gives. */
async function comparePlain(
  chain: TestChain,
  market: Market,
  { postgres }: Context,
  when: string,
): Promise<void> {
  const fresh = await createTestDatabase(postgres, `${root}/services/asset-indexer/prisma/migrations`)
  const db = openScanDb(fresh.url)
  const rpc = openRpc(chain.anvil.rpcUrl, chain.anvil.chainId)
  const { seaport, collectionFactory } = chain.deployment
  await registerCollections(db, 'kub', 0, [
    { address: chain.loose, type: 'erc721', slug: 'loose', name: 'Loose' },
  ])
  const step = createScanner({
    db,
    rpc,
    now: () => new Date(),
    blockchain: 'kub',
    confirmations: CONFIRMATIONS,
    firstBlock: 0,
    seaport: seaport.toLowerCase(),
    factory: collectionFactory.toLowerCase(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  while (await step());
  try {
    await same(market.indexer, db, CHAIN_TABLES, when, INDEXED_MS)
  } finally {
    rpc.close()
    await db.end()
    await fresh.drop()
  }
}

/** A chain that is shorter than what was read may be that of a node that lags: chains grow, and then it is told. */
async function grow(chain: TestChain, market: Market): Promise<void> {
  const { rows } = await market.indexer.query<{ position: bigint }>('select position from scan')
  const missing = Number(rows[0]?.position ?? 0n) - (await chain.head()).number
  if (missing > 0) await chain.mine(missing)
}

/** @returns how long the indexer took to be where the chain is, in ms. @throws Disproved when it doesn't come there */
async function followed(chain: TestChain, market: Market, after = 'new blocks'): Promise<number> {
  const since = performance.now()
  await grow(chain, market)
  const { number, hash } = await chain.head()
  let last = ''
  await until(
    'the indexer is where the chain is',
    async () => {
      const { rows } = await market.indexer.query<{ position: bigint; position_hash: string }>(
        'select position, position_hash from scan',
      )
      last = `${rows[0]?.position} (${rows[0]?.position_hash})`
      return rows[0]?.position_hash === hash
    },
    FOLLOWED_MS,
  ).catch(() => {
    throw new Disproved(`the indexer does not follow ${after}: it stays at ${last} of ${number} (${hash})`)
  })
  return performance.now() - since
}

/** Another market that hears of the same orders and of nothing but the final chain. */
async function compareReplay(context: Context, chain: TestChain, market: Market): Promise<void> {
  const puts = await market.orders.query<{ data: unknown; at: Date }>(
    `select data, at from kit.event where type = 'OrderPut' order by kit.event.txid, position`,
  )
  const prepare = async (db: Db) => {
    for (const { data, at } of puts.rows) {
      const { terms } = orderPut.parse(data)
      await inTx(db, (tx) => changeIn(tx, orders, streamId(terms.hash), putOf(terms), at))
    }
  }
  await withHarness(context, async (harness) => {
    const on = { chain, harness, folder: context.folder }
    const replay = await startMarket(on, { confirmations: CONFIRMATIONS, prepare })
    await followed(chain, replay)
    await same(market.orders, replay.orders, ORDER_TABLES, 'orders after all', SETTLED_MS)
    await same(
      market.indexer,
      replay.indexer,
      { ...CHAIN_TABLES, ...MARKET_TABLES },
      'the index after all',
      SETTLED_MS,
    )
  })
}

/** Some blocks of traffic, and a few new listings. */
async function live(
  about: { chain: TestChain; market: Market; journal: Journal; traffic: Traffic; orders: Order[] },
  random: Random,
): Promise<void> {
  const { chain, market, journal, traffic, orders } = about
  for (let blocks = 2 + Math.floor(random() * 6); blocks > 0; blocks--) {
    const calls = Array.from({ length: Math.floor(random() * 5) }, () => traffic.next(orders.slice(-30)))
    await journal.mine(calls)
  }
  for (let tries = 0; tries < 3; tries++) {
    const order = await putListing(chain, market, await traffic.wish())
    if (order) orders.push(order)
  }
}

type Rounds = {
  again: number
  dropped: number
  shallow: number
  deep: number
  slowest: number
  slowestDeep: number
}

/** As many rounds of traffic and a reorganisation as the run has. */
async function rounds(
  context: Context,
  about: { chain: TestChain; market: Market; journal: Journal; traffic: Traffic; orders: Order[] },
  random: Random,
): Promise<Rounds> {
  const { chain, market, journal, orders } = about
  const sums = { again: 0, dropped: 0, shallow: 0, deep: 0, slowest: 0, slowestDeep: 0 }
  for (let n = 1; n <= context.size; n++) {
    await live(about, random)
    if (random() < 0.7) await followed(chain, market) // or the indexer is on its way
    const depth = 1 + Math.floor(random() * (random() < 0.5 ? QUICK_DEPTH : DEEPEST))
    const { again, dropped } = await journal.reorganise(depth)
    const ms = await followed(chain, market, `a reorganisation of depth ${depth}`)
    sums.again += again
    sums.dropped += dropped
    if (depth <= QUICK_DEPTH) {
      sums.shallow += 1
      sums.slowest = Math.max(sums.slowest, ms)
    } else {
      sums.deep += 1
      sums.slowestDeep = Math.max(sums.slowestDeep, ms)
    }
    if (n % COMPARE_EACH !== 0) continue
    context.say(`${n} reorganisations, ${orders.length} orders`)
    await chain.mine(2 * CONFIRMATIONS) // the depth of what is confirmed is then that of a plain scan again
    await comparePlain(chain, market, context, `after ${n} reorganisations`)
  }
  return sums
}

async function compareAll(context: Context, on: ChainHarness): Promise<Figures> {
  const { chain } = on
  const market = await startMarket({ ...on, ...context }, { confirmations: CONFIRMATIONS })
  const random = randomFrom(`${context.seed}/reorganisations`)
  const journal = createJournal(chain, random)
  const traffic = createTraffic(chain, random)
  await journal.mine(traffic.beginning())
  await chain.mine(DEEPEST)
  await followed(chain, market)
  const sums = await rounds(context, { chain, market, journal, traffic, orders: [] }, random)
  await chain.mine(2 * CONFIRMATIONS)
  await followed(chain, market)
  await comparePlain(chain, market, context, 'after all')
  await compareReplay(context, chain, market)
  // at last: a busy machine must not hide what else there is to see
  const slowest = Math.round(sums.slowest)
  holds(slowest <= QUICK_MS, `all is equal, but a reorganisation of depth 40 or less took ${slowest} ms`)
  const { rows } = await market.orders.query('select status, count(*)::int as n from order_view group by 1')
  return {
    'up to depth 40': sums.shallow,
    deeper: sums.deep,
    'transactions brought again': sums.again,
    'transactions dropped': sums.dropped,
    orders: rows.map(({ status, n }) => `${n} ${status}`).join(', '),
    'slowest up to depth 40 (ms)': slowest,
    'slowest deeper (ms)': Math.round(sums.slowestDeep),
  }
}

export const reorganisations: Proof = {
  id: 'B33',
  title: 'after random reorganisations the index and the orders are what a plain replay of the chain gives',
  size: 200,
  unit: 'reorganisations of depth 1 to 200',
  limitMinutes: 60,
  run: (context) => onChain(context, (on) => compareAll(context, on)),
  found: [],
}
