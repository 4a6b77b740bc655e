import { cancelData } from '@talad/contracts/calldata'
import { type Random, randomFrom } from '@talad/demo/random'
import type { Order } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { fulfilments } from '../judge/chain.ts'
import { type Context, Disproved, type Figures, holds, type Proof } from '../proof.ts'
import { putListing } from './listing.ts'
import { type Market, startMarket } from './market.ts'
import { startMiner } from './miner.ts'
import { type ChainHarness, onChain } from './on-chain.ts'
import { type Shop, startShop } from './shop.ts'
import { addressOf, erc721, OWNER, type TestChain, TRADERS } from './test-chain.ts'

/** what the shop takes for final here, and the market's indexer for confirmed */
const CONFIRMATIONS = 3
const BLOCK_MS = 1_000
const EACH_ROUND = TRADERS.length
const COMPLETED_MS = 180_000
/** looked at each 15 s; on a chain that became shorter after 30 s; then sent, mined and confirmed again */
const REPAIRED_MS = 180_000

type Purchase = { order: Order; id: string; seller: number; spoilt: boolean }
type Scene = { chain: TestChain; market: Market; shop: Shop; random: Random }

/** A token for each seller, listed, bought, delivered and settled. */
async function sell(scene: Scene, round: number): Promise<Purchase[]> {
  const { chain, market, shop } = scene
  const { single, deployment } = chain
  const approve = erc721.encodeFunctionData('setApprovalForAll', [deployment.seaport, true])
  const first = await chain.nonce(OWNER)
  const tokens = TRADERS.map((seller, index) => ({ seller, token: 5_000 + round * EACH_ROUND + index }))
  for (const [index, { seller, token }] of tokens.entries()) {
    const data = erc721.encodeFunctionData('mint', [addressOf(seller), token])
    await chain.send({ from: OWNER, to: single, data }, first + index)
    await chain.send({ from: seller, to: single, data: approve }, await chain.nonce(seller))
  }
  return Promise.all(
    tokens.map(async ({ seller, token }) => {
      const wish = { seller, kind: 'single' as const, token, amount: 1 }
      const order = await until('the listing is taken', () => putListing(chain, market, wish), COMPLETED_MS)
      const recipient = Wallet.createRandom().address.toLowerCase()
      const id = await shop.buy(`r${token}`, order.hash, recipient)
      return { order, id, seller, spoilt: false }
    }),
  )
}

async function completed(shop: Shop, purchases: readonly Purchase[]): Promise<void> {
  for (const { id } of purchases)
    await until(
      'a purchase is completed',
      async () => (await shop.statusOf(id)) === 'completed',
      COMPLETED_MS,
    )
}

/** The block of the first of these deliveries. */
async function firstBlock({ shop }: Scene, purchases: readonly Purchase[]): Promise<number> {
  const { rows } = await shop.db.query<{ block: bigint }>(
    'select min(block) as block from kit.chain_tx where id = any($1)',
    [purchases.map(({ id }) => `delivery:${id}`)],
  )
  return Number(rows[0]?.block)
}

/** Takes all of these deliveries back, deeper than what counted as final. Nobody else brings them again. */
async function takeBack(scene: Scene, purchases: readonly Purchase[]): Promise<number> {
  const { chain, random } = scene
  const { number: head } = await chain.head()
  const depth = head - (await firstBlock(scene, purchases)) + 1
  await chain.rpc('anvil_rollback', depth)
  await chain.rpc('anvil_dropAllTransactions')
  await chain.rpc('anvil_setCoinbase', Wallet.createRandom().address)
  // one of the sellers cancels on the new chain before the sale is made there
  const spoilt = Math.floor(random() * purchases.length)
  for (const [index, one] of purchases.entries()) {
    one.spoilt = index === spoilt
    if (!one.spoilt) continue
    const data = cancelData([one.order.order.parameters])
    await chain.send({ from: one.seller, to: chain.deployment.seaport, data }, await chain.nonce(one.seller))
  }
  // as long as the old chain, longer, or shorter for a while
  await chain.mine(Math.max(1, depth - 2 + Math.floor(random() * 5)))
  return depth
}

type Row = { status: string; incident: string | null }

/** Each is delivered once again, or a person knows that it can't be. @throws Disproved */
async function repaired(
  { chain, shop }: Scene,
  purchases: readonly Purchase[],
  withinMs: number,
): Promise<void> {
  let wrong = ''
  const done = until(
    'all is as it should be',
    async () => {
      const counts = await fulfilments(chain.anvil.rpcUrl, chain.deployment.seaport)
      for (const { order, id, spoilt } of purchases) {
        const times = counts.get(order.hash) ?? 0
        const { rows } = await shop.db.query<Row>('select status, incident from shipping where id = $1', [id])
        wrong = `${times} fulfilments of a purchase ${JSON.stringify(rows[0])}, ${spoilt ? 'made impossible' : 'still possible'}`
        holds(times <= 1, wrong)
        // SP-1: reversed by itself where the seller was not credited yet
        const isKnown = rows[0]?.incident === 'delivery_lost' || rows[0]?.status === 'failed'
        const good = spoilt ? times === 0 && isKnown : times === 1
        if (!good || (!spoilt && rows[0]?.incident !== null)) return false
      }
      return true
    },
    withinMs,
  )
  await done.catch((error: unknown) => {
    throw error instanceof Disproved ? error : new Disproved(wrong)
  })
}

/** Money moved once for each purchase: settled, and never refunded. */
function settledOnce(shop: Shop, purchases: readonly Purchase[]): void {
  for (const { id } of purchases) {
    const moves = shop.ledger.of(id).map(({ type }) => type)
    const settled = moves.filter((type) => type === 'settlement').length
    holds(settled === 1, `a purchase was settled ${settled} times`)
    holds(!moves.includes('refund'), 'a purchase was settled and refunded')
  }
}

async function play(context: Context, on: ChainHarness): Promise<Figures> {
  const { size, seed, say } = context
  const { chain } = on
  const random = randomFrom(`${seed}/redelivery`)
  const market = await startMarket({ ...on, ...context }, { confirmations: CONFIRMATIONS })
  const shop = await startShop(on, { rpcUrl: chain.anvil.rpcUrl, confirmations: CONFIRMATIONS })
  const miner = startMiner(chain, BLOCK_MS)
  const scene = { chain, market, shop, random }
  const depths: number[] = []
  let lost = 0
  try {
    const rounds = Math.max(1, Math.round(size / EACH_ROUND))
    for (let round = 0; round < rounds; round++) {
      const purchases = await sell(scene, round)
      await completed(shop, purchases)
      depths.push(await miner.hold(() => takeBack(scene, purchases)))
      await repaired(scene, purchases, REPAIRED_MS)
      settledOnce(shop, purchases)
      lost += purchases.filter(({ spoilt }) => spoilt).length
      say(`${(round + 1) * EACH_ROUND} deliveries taken back`)
    }
    return {
      'deliveries taken back': rounds * EACH_ROUND,
      'delivered again, once': rounds * EACH_ROUND - lost,
      'made impossible, raised as incidents': lost,
      depths: depths.join(', '),
    }
  } finally {
    await miner.stop()
  }
}

export const redelivery: Proof = {
  id: 'B33-paid',
  title:
    'a delivery that a reorganisation takes back after the seller was paid is made again, once, or raised as an incident',
  size: 40,
  unit: 'deliveries',
  limitMinutes: 60,
  run: (context) => onChain(context, (on) => play(context, on)),
  found: [
    'A delivery that a reorganisation deeper than the confirmations took back was never made again, although its seller had been paid: what was mined is now watched for 256 blocks and sent again under its nonce.',
    'After such a reorganisation a new delivery could take a nonce that it had freed, and replace the former one for good.',
    'A delivery that had reverted and was refunded could go through after all on the new chain: its nonce is used up by an empty transfer now.',
    'A delivery that the new chain made impossible stayed “completed” without anybody knowing: it is an incident now.',
  ],
}
