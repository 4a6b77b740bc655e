import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom } from '@talad/demo/random'
import { createClient } from '@talad/proto/http/client'
import { getOrder, type Order } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { createJournal, type Journal } from './journal.ts'
import { fillCall, putListing } from './listing.ts'
import { type Market, startMarket } from './market.ts'
import { approveCall, blocksOf, STORIES, type Told, UNITS } from './moved-stories.ts'
import { type ChainHarness, onChain } from './on-chain.ts'
import { type Shop, startShop } from './shop.ts'
import { addressOf, erc721, erc1155, OWNER, RELAYER, type TestChain, TRADERS } from './test-chain.ts'

/** the product's chain makes one in three seconds */
const BLOCK_MS = 3_000
const SHOWN_IN_BLOCKS = 2
const KNOWN_MS = 60_000

type Scene = {
  chain: TestChain
  market: Market
  shop: Shop
  journal: Journal
  random: Random
  say(line: string): void
}
type Case = Told & {
  order: Order
  /** a purchase that was reserved before */
  held: string | undefined
}

/** Waits until nothing that has happened so far asks for a look at the listings: one to come would find all out. */
async function lookedAt(market: Market, cases: readonly Case[]): Promise<void> {
  const hashes = cases.map(({ order }) => order.hash)
  await until(
    'the listings were looked at',
    async () => {
      const { rows } = await market.orders.query(
        `select 1 from kit.job where task = 'order.activity' and key = any($1) and run_at < now() + interval '1 minute'`,
        [hashes],
      )
      return rows.length === 0
    },
    KNOWN_MS,
  )
}

/** A fresh token for each seller, listed, and reserved by somebody in half of the cases. */
async function setOut(scene: Scene, round: number): Promise<Case[]> {
  const { chain, market, shop, journal, random } = scene
  const plans = TRADERS.map((seller, index) => ({
    seller,
    token: 1_000 + round * TRADERS.length + index,
    kind: random() < 0.5 ? ('single' as const) : ('multiple' as const),
    story: STORIES[Math.floor(random() * STORIES.length)] ?? 'revoked',
  }))
  await journal.mine(
    plans.flatMap(({ seller, token, kind }) => [
      {
        from: OWNER,
        to: chain[kind],
        data:
          kind === 'single'
            ? erc721.encodeFunctionData('mint', [addressOf(seller), token])
            : erc1155.encodeFunctionData('mint', [addressOf(seller), token, UNITS]),
      },
      approveCall(chain, seller, kind, true),
    ]),
  )
  await chain.mine(2) // what is told of these blocks again when they are confirmed asks for looks, too
  const cases = await Promise.all(
    plans.map(async (plan) => {
      const amount = plan.kind === 'single' ? 1 : UNITS
      const order = await until(
        'the listing is taken',
        () => putListing(chain, market, { ...plan, amount }),
        KNOWN_MS,
      )
      let held: string | undefined
      const wanted = random() < 0.5
      await until(
        'the shop knows the listing',
        async () => {
          const found = await shop.db.query('select 1 from order_replica where hash = $1', [order.hash])
          return found.rows.length > 0
        },
        KNOWN_MS,
      )
      if (wanted) {
        const { id, refused } = await shop.reserve(
          `early-${plan.token}`,
          order.hash,
          Wallet.createRandom().address,
        )
        holds(id !== undefined, `a good listing could not be reserved: ${refused}`)
        held = id
      }
      return { ...plan, order, held }
    }),
  )
  await lookedAt(market, cases)
  return cases
}

/** Whether somebody could fill the order by a transaction of theirs. */
async function fillable(chain: TestChain, order: Order, from: number): Promise<boolean> {
  const { to, data } = fillCall(chain, order, 1, addressOf(OWNER))
  return chain.rpc('eth_call', { from: addressOf(from), to, data, gas: '0x1e8480' }, 'pending').then(
    () => true,
    () => false,
  )
}

/** What is wrong with how a listing shows; undefined when it is as it should be. */
async function wrongWith({ market, shop }: Scene, one: Case): Promise<string | undefined> {
  const { order: now } = await createClient({ baseUrl: market.orderBookUrl })(getOrder, {
    query: { ha: one.order.hash },
  })
  const gone = one.story === 'revoked' ? now.inactive : now.status === 'cancelled'
  if (!gone) return `the listing still shows as ${now.status}${now.inactive ? ', inactive' : ''}`
  if (one.held !== undefined && one.story !== 'revoked') {
    const status = await shop.statusOf(one.held)
    if (status !== 'canceled') return `what was reserved of it is ${status}`
  }
  const { refused } = await shop.reserve(`late-${one.token}`, one.order.hash, Wallet.createRandom().address)
  if (refused === undefined) return 'it could be bought'
  if (refused !== 'order_not_open' && refused !== 'order_busy') return `it was refused as ${refused}`
  return undefined
}

/** @returns after how many blocks all listings showed what had happened to them */
async function untilShown(scene: Scene, cases: readonly Case[]): Promise<number> {
  const { number: first } = await scene.chain.head()
  for (;;) {
    const wrong = await Promise.all(cases.map(async (one) => ({ one, what: await wrongWith(scene, one) })))
    const { number } = await scene.chain.head()
    const bad = wrong.find(({ what }) => what !== undefined)
    if (!bad) return number - first
    const { story, kind } = bad.one
    holds(number - first < SHOWN_IN_BLOCKS, `${story}, ${kind}, ${number - first} blocks later: ${bad.what}`)
    await delay(100)
  }
}

type Sums = { blocks: number[]; relayerOnly: number }

async function round(scene: Scene, number: number, sums: Sums): Promise<void> {
  const { chain, journal } = scene
  const cases = await setOut(scene, number)
  for (const { order, seller } of cases) {
    holds(await fillable(chain, order, RELAYER), 'a good listing can not be delivered')
    holds(!(await fillable(chain, order, seller)), 'somebody else than the relayer can fill a listing')
  }
  const scripts = cases.map((one) => blocksOf(scene, one))
  for (let block = 0; block < Math.max(...scripts.map((script) => script.length)); block++) {
    await journal.mine(scripts.flatMap((script) => script[block] ?? []))
    await delay(200)
  }
  let ended = false
  const mining = (async () => {
    for (let passed = 0; !ended; passed += 100) {
      if (passed > 0 && passed % BLOCK_MS === 0) await chain.mine()
      await delay(100)
    }
  })()
  try {
    sums.blocks.push(await untilShown(scene, cases))
  } finally {
    ended = true
    await mining
  }
  for (const { order, seller } of cases) {
    // Seaport itself would fill what has come back: the zone is what stands before it
    if (await fillable(chain, order, RELAYER)) sums.relayerOnly += 1
    for (const person of [seller, OWNER, ...TRADERS.slice(0, 1)])
      holds(!(await fillable(chain, order, person)), 'an old listing can be filled on chain')
  }
}

async function play(context: Context, on: ChainHarness): Promise<Figures> {
  const { chain } = on
  const { size, seed, say } = context
  const random = randomFrom(`${seed}/moved`)
  const journal = createJournal(chain, random)
  const market = await startMarket({ ...on, ...context }, { confirmations: 1 })
  const shop = await startShop(on, { rpcUrl: chain.anvil.rpcUrl, confirmations: 1 })
  const sums: Sums = { blocks: [], relayerOnly: 0 }
  const rounds = Math.max(1, Math.round(size / TRADERS.length))
  for (let n = 0; n < rounds; n++) {
    await round({ chain, market, shop, journal, random, say }, n, sums)
    if (n % 10 === 9) say(`${(n + 1) * TRADERS.length} listings`)
  }
  return {
    listings: rounds * TRADERS.length,
    'shown after (blocks of 3 s, at most)': Math.max(...sums.blocks),
    'back and good on chain, but for the zone': sums.relayerOnly,
  }
}

export const movedListings: Proof = {
  id: 'B31',
  title:
    'a listing whose asset went and came back, or whose leave was taken, is sold neither by us nor on chain',
  size: 100,
  unit: 'listings',
  limitMinutes: 60,
  run: (context) => onChain(context, (on) => play(context, on)),
  found: [
    'An ERC-1155 listing whose units went out and came back in one block stayed on sale: the index told what the seller held after the block, not after the transfer.',
    'What was left of a listing when units went out was read at the head of the chain, so a transfer that was heard of late was measured by later fills.',
    'A transfer that was heard of while a fill had ended the listing was forgotten, also when the fill was taken back.',
  ],
}
