import * as collectionErc721 from '@talad/contracts/abi/TaladERC721'
import { anvilAccounts } from '@talad/contracts/anvil'
import { cancelData } from '@talad/contracts/calldata'
import { callRpc } from '@talad/contracts/rpc'
import type { Run } from '@talad/dev/run-file'
import { visit } from '@talad/dev/seed/site'
import { startSystem } from '@talad/e2e/system'
import { crowdSettings, gatherCrowd } from '@talad/faults/crowd/crowd'
import { type Offer, offerGoods } from '@talad/faults/crowd/market'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { type Db, openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { Interface } from 'ethers'
import { type Measured, summary } from '../measure.ts'

/** What was measured on a running system, in ms. `burst`: until the last of its blocks could be queried. */
export type Live = { row: Measured; p95: number; order: Measured; burst: number }

const BURST_BLOCKS = 95
const PATIENCE_MS = 60_000
const GAS = '0x493e0'
/** above the tokens of the demonstration and of the crowd */
const FIRST_TOKEN = 5_000_000

const face = new Interface(collectionErc721.abi)

type Chain = { send(from: string, to: string, data: string): Promise<string>; mint(): Promise<string> }

function chainOf(run: Run): Chain {
  const lantern = run.contracts.collections.find(({ key }) => key === 'lantern')
  const [deployer, holder] = [anvilAccounts[0]?.address, anvilAccounts[7]?.address]
  if (!lantern || deployer === undefined || holder === undefined) throw new Error('there are no lanterns')
  let token = FIRST_TOKEN
  const send = async (from: string, to: string, data: string) =>
    String(await callRpc(run.rpc, 'eth_sendTransaction', [{ from, to, data, gas: GAS }]))
  return {
    send,
    mint: () => send(deployer, lantern.address, face.encodeFunctionData('mint', [holder, String(token++)])),
  }
}

const rowsOf = async (db: Db, hashes: readonly string[]) => {
  const { rows } = await db.query<{ count: bigint }>({
    name: 'rows',
    text: 'select count(distinct tx_hash) from activity where tx_hash = any($1)',
    values: [hashes],
  })
  return Number(rows[0]?.count)
}

/** From sending a mint to the row of its activity, one after the other. */
async function timeRows(chain: Chain, db: Db, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const since = performance.now()
    const hash = await chain.mint()
    await until('the row is there', async () => (await rowsOf(db, [hash])) === 1, PATIENCE_MS)
    times.push(performance.now() - since)
  }
  return times
}

/** From sending a cancellation on chain to the order's status and its line in the activity, both over the site. */
async function timeOrders(run: Run, chain: Chain, offers: readonly Offer[]): Promise<number[]> {
  const call = visit(run)
  const times: number[] = []
  for (const { order, seller, good } of offers) {
    await callRpc(run.rpc, 'anvil_impersonateAccount', [seller.address])
    const since = performance.now()
    await chain.send(seller.address, run.contracts.seaport, cancelData([order.order.parameters]))
    await until(
      'the order is cancelled',
      async () =>
        (await call(orderBookHttp.getOrder, { query: { ha: order.hash } })).order.status === 'cancelled',
      PATIENCE_MS,
    )
    const query = { ad: good.contract, ti: good.tokenId }
    await until(
      'the activity tells of it',
      async () =>
        (await call(assetIndexerHttp.listEvents, { query })).list.some(({ type }) => type === 'cancel'),
      PATIENCE_MS,
    )
    times.push(performance.now() - since)
  }
  return times
}

async function timeBurst(chain: Chain, db: Db): Promise<number> {
  const since = performance.now()
  const hashes: string[] = []
  for (let block = 0; block < BURST_BLOCKS; block++) hashes.push(await chain.mint())
  const all = new Set(hashes).size
  await until('all blocks are indexed', async () => (await rowsOf(db, hashes)) === all, PATIENCE_MS)
  return performance.now() - since
}

/** Measures on a whole embedded system of its own. */
export async function measureLive(scale: number): Promise<Live> {
  const system = await startSystem({
    kind: 'embedded',
    env: { TALAD_SERVICES: JSON.stringify(crowdSettings) },
  })
  const { run } = system
  const db = openDb(run.databases['asset-indexer'] ?? '', { max: 2, owner: true, name: 'bench' })
  try {
    const { sellers, goods } = await gatherCrowd(run, { sellers: 2, buyers: 0, goods: Math.ceil(20 * scale) })
    const offers = await offerGoods(run, sellers, goods, () => 12_345n)
    const chain = chainOf(run)
    await timeRows(chain, db, 5)
    const rows = await timeRows(chain, db, Math.max(20, Math.round(100 * scale)))
    const orders = await timeOrders(run, chain, offers)
    const sorted = rows.toSorted((a, b) => a - b)
    return {
      row: summary(rows, 1),
      p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      order: summary(orders, 1),
      burst: await timeBurst(chain, db),
    }
  } finally {
    await db.end()
    await system.stop()
  }
}
